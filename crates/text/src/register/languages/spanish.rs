//! Spanish: usted and tú; in America several readers are `ustedes` in both registers.

use super::super::lexicon::{Forms, Source, no_rule};

const FORMAL_IMPERATIVES: &str = "abra acceda acepte acerque actívelo active actualice añada agregue \
     ajuste apague aplique aproveche arrastre asegúrese autorice averigüe ayude baje beba borre \
     busque cambie cancele cargue cierre coja coloque coma compare comparta complete compre \
     compruebe confirme conecte configure consulte contacte conteste continúe copie corrija corte \
     cree cuente cuide deje desactive descargue descubra deslice diga dígame dibuje disculpe \
     disfrute edite elija elimine empiece encienda encuentre entre envíe envíeme escoja escriba \
     escuche espere evite explique firme guarde gire haga hable imprima incluya indique \
     inicie instale intente introduzca invite lave lea levante limpie llame llene lleve mande \
     mantenga marque mire modifique mueva muestre muéstreme navegue observe ofrezca olvide oiga \
     ordene pague pase pegue permita perdone piense ponga póngase presione pregunte prepare \
     presente proporcione pruebe pulse quite reciba recuerde rellene reinicie repare repita \
     responda reserve revise sea seleccione siga siéntese solicite suba tenga tire toque tome \
     trabaje traduzca traiga tráigame use utilice vaya venda venga vea verifique viaje visite \
     vuelva";

const INFORMAL_IMPERATIVES: &str = "abre accede acepta acércate activa actualiza añade agrega ajusta \
     apaga aplica aprende aprovecha arrastra asegúrate autoriza averigua ayuda ayúdame baja bebe \
     borra busca cambia cancela carga cierra coge coloca come compara comparte completa compra \
     comprueba confirma conecta configura consulta contacta contesta continúa copia corrige corta \
     crea cuenta cuida da dale dame deja desactiva descarga descubre desliza di dibuja dime \
     disculpa disfruta edita elige elimina empieza enciende encuentra entra envía envíame escoge \
     escribe escucha espera evita explica firma guarda gira haz habla imprime incluye indica \
     inicia instala intenta introduce invita lava lee levanta limpia llama llena lleva manda \
     mantén marca mira modifica mueve muestra muéstrame navega observa ofrece olvida oye ordena \
     paga pasa pega permite perdona piensa pon ponte presiona pregunta prepara presenta \
     proporciona prueba pulsa quita recibe recuerda rellena reinicia repara repite responde \
     reserva revisa sé selecciona sigue siéntate solicita sube ten tira toca toma trabaja traduce \
     trae tráeme usa utiliza ve ven vende verifica viaja visita vuelve abras cierres olvides uses \
     hagas pongas vayas digas toques intentes borres cambies envíes compres vendas salgas \
     preocupes";

const POSSIBLY_FORMAL: Forms = Forms {
    words: "su sus le les suyo suya suyos suyas",
    imperatives: "puede debe tiene quiere necesita desea podrá deberá podría tendrá está ha conoce \
                  sabe prefiere",
    ..Forms::NONE
};

/// The words of one friend, and others besides.
macro_rules! second_person {
    ($others:literal) => {
        concat!(
            "tú tu tus ti te contigo tuyo tuya tuyos tuyas puedes debes tienes \
             quieres necesitas deseas eres estás vas has sabes haces dices ves crees piensas prefieres \
             conoces vienes vives hablas podrás deberás tendrás serás estarás harás podrías deberías \
             tendrías querrías puedas quieras tengas seas estés hagas necesites desees fuiste hiciste \
             dijiste viste tuviste estuviste pudiste compraste eras estabas tenías podías querías \
             recibirás encontrarás verás ",
            $others
        )
    };
}

const OPENERS: &str = "por favor no ahora luego después entonces primero y ya me te se lo la";

/// As in Spain, where several friends are `vosotros`.
pub(super) const OF_SPAIN: Source = Source {
    formal: Forms {
        words: "usted ustedes ud uds vd vds",
        imperatives: FORMAL_IMPERATIVES,
        ..Forms::NONE
    },
    informal: Forms {
        words: second_person!("vosotros vosotras vuestro vuestra vuestros vuestras os sois"),
        imperatives: INFORMAL_IMPERATIVES,
        endings: "áis éis",
        ..Forms::NONE
    },
    possibly_formal: POSSIBLY_FORMAL,
    openers: OPENERS,
    joints: "y e o",
    exceptions: "",
    rule: no_rule,
};

/// As in America.
pub(super) const OF_AMERICA: Source = Source {
    formal: Forms {
        words: "usted ud vd",
        imperatives: FORMAL_IMPERATIVES,
        ..Forms::NONE
    },
    informal: Forms {
        words: second_person!("vos sos tenés podés querés"),
        imperatives: INFORMAL_IMPERATIVES,
        ..Forms::NONE
    },
    ..OF_SPAIN
};
