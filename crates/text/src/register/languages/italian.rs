//! Italian: Lei and tu.

use super::super::lexicon::{Forms, Mark, Ruling, Source};
use super::super::words::Word;

pub(super) const SOURCE: Source = Source {
    formal: Forms {
        exact: "Lei La Le Suo Sua Suoi Sue Ella",
        imperatives: "abbia accenda accetti acceda aggiorni aggiunga aiuti ammetta annulli apra \
                arrivi ascolti aspetti attenda attivi beva cambi cancelli carichi cerchi \
                chiami chieda chiuda clicchi colleghi compili completi compri condivida confermi \
                confronti consulti contatti continui controlli copi corregga crei decida dia dica \
                digiti dimentichi disattivi disegni elimini entri esca eviti faccia finisca firmi \
                gestisca giri gusti imposti immetta inizi indichi inserisca installi invii inviti \
                lasci lavi legga mandi mangi metta modifichi mostri navighi offra ordini paghi \
                parli passi pensi porti prema prenda prenoti prepari provi pulisca \
                guardi regoli reimposti resti ricordi rimuova rinomini ripari ripeta riprovi \
                risponda salga salvi scarichi scelga scopra scriva scusi segua selezioni senta \
                sia sposti stampi stia studi tenga telefoni tocchi torni traduca trascini trovi \
                usi utilizzi vada veda venda venga verifichi viaggi visiti",
        ..Forms::NONE
    },
    informal: Forms {
        words: "tu te ti tuo tua tuoi tue puoi devi hai vuoi sai fai vai stai potrai dovrai avrai \
                sarai farai andrai vedrai troverai riceverai potresti dovresti vorresti avresti \
                saresti dimmi dammi fammi aiutami mandami mostrami chiamami scrivimi portami \
                preferisci conosci desideri",
        imperatives: "abbi accendi accetta accedi aggiorna aggiungi aiuta annulla apri arriva \
                ascolta aspetta attendi attiva bevi cambia cancella carica cerca chiama chiedi \
                chiudi clicca collega compila completa compra condividi conferma confronta \
                consulta contatta continua controlla copia correggi crea decidi dai di digita \
                dimentica disattiva disegna elimina entra esci evita fai finisci firma gestisci \
                gira gusta imposta immetti inizia indica inserisci installa invia invita lascia \
                lava leggi manda mangia metti modifica mostra naviga offri ordina paga parla passa \
                pensa porta premi prendi prenota prepara prova pulisci guarda regola resta ricorda \
                rimuovi rinomina ripara ripeti riprova rispondi sali salva scarica scegli scopri \
                scrivi scusa segui seleziona senti sii sposta stampa stai studia tieni telefona \
                tocca torna traduci trascina trova usa utilizza va' vai vedi vendi vieni verifica \
                viaggia visita",
        ..Forms::NONE
    },
    possibly_formal: Forms {
        words: "lei suo sua suoi sue le",
        imperatives: "può deve ha vuole potrà dovrà potrebbe dovrebbe desidera sa preferisce",
        ..Forms::NONE
    },
    openers: "non per favore prego ora adesso poi quindi e si lo la",
    joints: "e ed o oppure poi",
    exceptions: "",
    rule,
};

/// `Non` with an infinitive at the beginning of a sentence forbids something to a friend.
fn rule(words: &[Word<'_>], index: usize) -> Ruling {
    let Some(word) = words.get(index) else {
        return Ruling::Open;
    };
    let next = words.get(index + 1).map_or("", |next| &next.lower[..]);
    let is_infinitive = [
        "are", "ere", "ire", "arlo", "erlo", "arla", "arti", "erti", "irti",
    ]
    .iter()
    .any(|ending| next.ends_with(ending));
    if word.lower == "non" && word.begins_sentence && is_infinitive {
        return Ruling::Is(Mark::Informal);
    }
    Ruling::Open
}
