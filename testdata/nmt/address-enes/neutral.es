Thomas limpia la ventana.
Maria muestra la mesa en Berlín.
Laura limpia la botella en París.
Martin cierra la llave.
La lámpara cuesta 682 euros.
La carta cuesta 46 euros.
Anna dice que Peter repara la llave.
La mesa cuesta 438 euros.
Thomas dice que Martin muestra la maleta.
La mesa cuesta 838 euros.
Anna abre la carta en Berlín.
La ventana está en Londres.
Anna dice que Maria muestra la maleta.
Anna compra la caja.
Martin dice que Laura abre la caja.
El libro está en París.
Peter revisa la lámpara.
Martin dice que Thomas limpia la lámpara.
La caja está en París.
Anna dice que Peter cierra la botella.
La maleta cuesta 888 euros.
La llave está en París.
Maria cierra la mesa.
La botella cuesta 949 euros.
La mesa cuesta 116 euros.
Peter dice que Maria envía la maleta.
La caja cuesta 594 euros.
Thomas abre la caja en Berlín.
La mesa cuesta 843 euros.
La carta cuesta 640 euros.
La botella cuesta 663 euros.
Laura revisa el libro en Roma.
Martin vende la llave.
Laura dice que Maria vende la caja.
La botella está en Roma.
Peter revisa la lámpara en París.
Laura dice que Anna repara la maleta.
Thomas limpia la llave en Roma.
Martin compra la foto en Londres.
Peter trae el libro en París.
La botella está en Londres.
Laura envía la botella.
Maria limpia la carta en Londres.
La lámpara cuesta 314 euros.
Laura dice que Anna muestra la lámpara.
Thomas trae la mesa.
Martin vende la lámpara.
La mesa está en Londres.
La carta está en París.
La mesa cuesta 278 euros.
La foto está en Roma.
Peter vende la lámpara en París.
La lámpara está en París.
La carta está en Londres.
Martin limpia la caja.
Thomas muestra la caja.
Thomas dice que Laura trae la caja.
Peter dice que Thomas revisa la maleta.
Anna trae la lámpara.
El libro está en Berlín.
