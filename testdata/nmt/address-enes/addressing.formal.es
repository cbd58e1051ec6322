Por favor, limpie la ventana.
Muestre su mesa.
Limpie la botella.
Gracias por su carta.
Puede revisar la ventana hoy.
Venda su maleta y cierre la botella.
Su libro está en París.
Gracias por su caja el lunes.
Gracias por su llave el lunes.
¿Puede abrir su foto?
Gracias por su lámpara.
Usted debe cerrar la caja.
Su maleta está en Londres hoy.
Gracias por su caja.
Puede mostrar su botella.
Puede cerrar su libro.
Revise su lámpara mañana.
¿Tiene la lámpara el lunes?
Revise la caja y envíe la maleta.
Gracias por su mesa el lunes.
Gracias por su ventana el lunes.
Por favor, envíe su foto.
Por favor, traiga la ventana.
Cierre su carta.
Puede comprar su llave.
Traiga el libro mañana.
Usted debe limpiar su caja.
Su carta está en Roma el lunes.
Por favor, muestre la botella.
Usted debe limpiar la maleta.
Traiga su llave y cierre la maleta.
Muestre su maleta el lunes.
Su foto está en Londres mañana.
¿Tiene su lámpara mañana?
Por favor, abra su caja.
Puede limpiar su caja.
Gracias por su maleta.
Su lámpara está en París mañana.
Venda la mesa.
Por favor, envíe su ventana.
Muestre la lámpara y cierre la mesa.
Gracias por su libro.
Puede revisar la ventana.
¿Tiene su carta?
Gracias por su ventana.
Limpie su carta mañana.
Usted debe mostrar la lámpara.
Su lámpara está en Londres.
Martin dice que usted tiene la carta.
Usted debe revisar la llave.
Usted debe limpiar su mesa.
Su libro está en Londres.
Puede traer la caja.
Usted debe abrir su lámpara.
Thomas dice que usted tiene su mesa.
Puede traer la carta.
Martin dice que usted tiene el libro.
Usted debe cerrar la carta.
Su botella está en Roma.
Limpie su libro el lunes.
¿Tiene su llave?
Cierre el libro y compre la ventana.
Su foto está en París el lunes.
Gracias por su botella.
Por favor, cierre su ventana.
Gracias por su mesa.
Su libro está en Berlín mañana.
Cierre su ventana y traiga la foto.
¿Tiene la lámpara?
Gracias por su libro mañana.
¿Puede limpiar la lámpara?
Por favor, envíe la lámpara.
¿Puede comprar su maleta?
Puede cerrar la lámpara.
Usted debe revisar la caja.
Usted debe abrir la foto.
¿Tiene el libro?
¿Puede traer la botella?
Usted debe enviar la mesa.
Compre la maleta.
Usted debe vender su maleta.
¿Puede comprar su llave?
Puede comprar su mesa hoy.
Por favor, abra la foto.
Por favor, cierre la botella en Berlín.
Por favor, repare su mesa.
Puede traer la llave.
Martin dice que usted tiene su maleta.
Usted debe reparar su carta.
Envíe su botella mañana.
Puede revisar su maleta.
Revise su caja y limpie la maleta.
Cierre su lámpara.
Cierre su ventana mañana.
Venda su lámpara y cierre el libro.
¿Tiene su maleta hoy?
Compre la lámpara y cierre la ventana.
Usted debe reparar la caja.
Usted debe reparar su botella.
¿Puede enviar su maleta?
Thomas dice que usted tiene el libro.
Usted debe comprar la maleta.
Por favor, repare la lámpara en Roma.
Peter dice que usted tiene su caja.
Usted debe comprar su libro.
Repare su maleta.
Puede comprar la foto.
¿Puede comprar la mesa?
Gracias por su carta hoy.
Muestre su llave y cierre la maleta.
Repare su botella el lunes.
Su libro está en Londres mañana.
¿Puede reparar la botella?
¿Puede revisar su llave?
Usted debe abrir la lámpara.
Puede reparar su lámpara el lunes.
¿Tiene la llave hoy?
Envíe su caja y venda la ventana.
Laura dice que usted tiene la carta.
Por favor, muestre su foto en París.
