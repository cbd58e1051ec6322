//! Portuguese: in Portugal o senhor or você and tu, in Brazil o senhor and você.

use super::super::lexicon::{Forms, Ruling, Source};
use super::super::words::Word;

const FORMAL_IMPERATIVES: &str = "abra aceda aceite acesse active ative actualize atualize adicione \
     ajude aguarde altere apague aplique aprenda arraste assine baixe beba busque cancele carregue \
     clique coloque coma compare compartilhe complete compre comece confirme conecte configure \
     confira consulte contacte contate continue copie corrija corte crie dê decida deixe descarregue \
     descreva descubra desative desculpe desligue diga digite edite elimine encontre entre envie \
     escolha escreva espere esqueça evite exclua experimente explique faça fale feche fique guarde \
     imprima indique inicie insira instale introduza leia leve ligue limpe mantenha mande marque \
     mostre mova mude navegue note olhe ouça pague partilhe passe peça pense pergunte permita \
     pesquise ponha prepare pressione procure prima reinicie remova repare repita reserve responda \
     reveja salve saia seja seleccione selecione siga substitua tenha tente termine tire toque \
     traduza traga transfira tome use utilize vá veja venda venha verifique viaje visite volte";

const INFORMAL_IMPERATIVES: &str = "abre acede aceita acessa activa ativa actualiza atualiza adiciona \
     ajuda aguarda altera apaga aplica aprende arrasta assina baixa bebe busca cancela carrega clica \
     coloca come compara completa compra começa confirma conecta configura confere consulta \
     contacta continua copia corrige corta cria dá decide deixa descarrega descreve descobre \
     desativa desculpa desliga diz digita edita elimina encontra entra envia escolhe escreve espera \
     evita experimenta explica faz fala fecha fica guarda imprime indica inicia insere instala \
     introduz lê leva liga limpa mantém manda marca mostra move muda navega nota olha ouve paga \
     partilha passa pede pensa pergunta permite pesquisa põe prepara pressiona procura reinicia \
     remove repara repete reserva responde revê salva sai sê seleciona segue substitui tenta \
     termina tira toca traduz traz transfere toma usa utiliza vê vende vem verifica viaja visita \
     volta abras feches uses esqueças faças ponhas vás digas toques tentes apagues mudes envies";

const SECOND_PERSON: &str = "tu te ti contigo teu tua teus tuas podes deves tens queres precisas \
     estás és vais sabes fazes dizes vês achas pensas preferes conheces vens vives falas poderás \
     deverás terás serás estarás farás poderias deverias terias gostarias possas queiras tenhas \
     sejas estejas faças fizeste disseste viste tiveste foste compraste eras estavas tinhas podias \
     querias receberás encontrarás verás";

const OPENERS: &str = "por favor não agora depois então primeiro e já";

/// As in Portugal.
pub(super) const OF_PORTUGAL: Source = Source {
    formal: Forms {
        words: "você senhor senhora senhores senhoras",
        imperatives: FORMAL_IMPERATIVES,
        ..Forms::NONE
    },
    informal: Forms {
        words: SECOND_PERSON,
        imperatives: INFORMAL_IMPERATIVES,
        ..Forms::NONE
    },
    possibly_formal: Forms {
        words: "seu sua seus suas lhe lhes",
        imperatives: "pode deve tem quer precisa poderá deverá poderia gostaria terá está sabe prefere \
                      conhece",
        ..Forms::NONE
    },
    openers: OPENERS,
    joints: "e ou",
    exceptions: "",
    rule,
};

/// As in Brazil, where `você` addresses friends, with the forms of the third person.
pub(super) const OF_BRAZIL: Source = Source {
    formal: Forms {
        words: "senhor senhora senhores senhoras",
        ..Forms::NONE
    },
    informal: Forms {
        words: "você vocês tu te ti contigo teu tua teus tuas podes deves tens queres estás és vais",
        ..Forms::NONE
    },
    possibly_formal: Forms::NONE,
    ..OF_PORTUGAL
};

/// Gentlemen who are spoken of: `o senhor Silva`, `um senhor`.
fn rule(words: &[Word<'_>], index: usize) -> Ruling {
    let at = |place: Option<usize>| place.and_then(|place| words.get(place));
    let Some(word) = at(Some(index)) else {
        return Ruling::Open;
    };
    if !matches!(
        &word.lower[..],
        "senhor" | "senhora" | "senhores" | "senhoras"
    ) {
        return Ruling::Open;
    }
    let is_before_name =
        at(Some(index + 1)).is_some_and(|next| next.text.starts_with(char::is_uppercase));
    let before = at(index.checked_sub(1)).map_or("", |word| &word.lower[..]);
    let is_any = matches!(
        before,
        "um" | "uma" | "este" | "esta" | "esse" | "essa" | "aquele" | "aquela"
    );
    if is_before_name || is_any {
        return Ruling::Nothing;
    }
    Ruling::Open
}
