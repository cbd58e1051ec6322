Por favor, limpia la ventana.
Muestra tu mesa.
Limpia la botella.
Gracias por tu carta.
Puedes revisar la ventana hoy.
Vende tu maleta y cierra la botella.
Tu libro está en París.
Gracias por tu caja el lunes.
Gracias por tu llave el lunes.
¿Puedes abrir tu foto?
Gracias por tu lámpara.
Debes cerrar la caja.
Tu maleta está en Londres hoy.
Gracias por tu caja.
Puedes mostrar tu botella.
Puedes cerrar tu libro.
Revisa tu lámpara mañana.
¿Tienes la lámpara el lunes?
Revisa la caja y envía la maleta.
Gracias por tu mesa el lunes.
Gracias por tu ventana el lunes.
Por favor, envía tu foto.
Por favor, trae la ventana.
Cierra tu carta.
Puedes comprar tu llave.
Trae el libro mañana.
Debes limpiar tu caja.
Tu carta está en Roma el lunes.
Por favor, muestra la botella.
Debes limpiar la maleta.
Trae tu llave y cierra la maleta.
Muestra tu maleta el lunes.
Tu foto está en Londres mañana.
¿Tienes tu lámpara mañana?
Por favor, abre tu caja.
Puedes limpiar tu caja.
Gracias por tu maleta.
Tu lámpara está en París mañana.
Vende la mesa.
Por favor, envía tu ventana.
Muestra la lámpara y cierra la mesa.
Gracias por tu libro.
Puedes revisar la ventana.
¿Tienes tu carta?
Gracias por tu ventana.
Limpia tu carta mañana.
Debes mostrar la lámpara.
Tu lámpara está en Londres.
Martin dice que tienes la carta.
Debes revisar la llave.
Debes limpiar tu mesa.
Tu libro está en Londres.
Puedes traer la caja.
Debes abrir tu lámpara.
Thomas dice que tienes tu mesa.
Puedes traer la carta.
Martin dice que tienes el libro.
Debes cerrar la carta.
Tu botella está en Roma.
Limpia tu libro el lunes.
¿Tienes tu llave?
Cierra el libro y compra la ventana.
Tu foto está en París el lunes.
Gracias por tu botella.
Por favor, cierra tu ventana.
Gracias por tu mesa.
Tu libro está en Berlín mañana.
Cierra tu ventana y trae la foto.
¿Tienes la lámpara?
Gracias por tu libro mañana.
¿Puedes limpiar la lámpara?
Por favor, envía la lámpara.
¿Puedes comprar tu maleta?
Puedes cerrar la lámpara.
Debes revisar la caja.
Debes abrir la foto.
¿Tienes el libro?
¿Puedes traer la botella?
Debes enviar la mesa.
Compra la maleta.
Debes vender tu maleta.
¿Puedes comprar tu llave?
Puedes comprar tu mesa hoy.
Por favor, abre la foto.
Por favor, cierra la botella en Berlín.
Por favor, repara tu mesa.
Puedes traer la llave.
Martin dice que tienes tu maleta.
Debes reparar tu carta.
Envía tu botella mañana.
Puedes revisar tu maleta.
Revisa tu caja y limpia la maleta.
Cierra tu lámpara.
Cierra tu ventana mañana.
Vende tu lámpara y cierra el libro.
¿Tienes tu maleta hoy?
Compra la lámpara y cierra la ventana.
Debes reparar la caja.
Debes reparar tu botella.
¿Puedes enviar tu maleta?
Thomas dice que tienes el libro.
Debes comprar la maleta.
Por favor, repara la lámpara en Roma.
Peter dice que tienes tu caja.
Debes comprar tu libro.
Repara tu maleta.
Puedes comprar la foto.
¿Puedes comprar la mesa?
Gracias por tu carta hoy.
Muestra tu llave y cierra la maleta.
Repara tu botella el lunes.
Tu libro está en Londres mañana.
¿Puedes reparar la botella?
¿Puedes revisar tu llave?
Debes abrir la lámpara.
Puedes reparar tu lámpara el lunes.
¿Tienes la llave hoy?
Envía tu caja y vende la ventana.
Laura dice que tienes la carta.
Por favor, muestra tu foto en París.
