use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, Weak};

use fontdb::{Database, FaceInfo, ID, Source, Stretch, Style};
use skrifa::raw::FontRef;
use skrifa::{MetadataProvider, charmap::Charmap};
use unicode_script::{Script, UnicodeScript};

use crate::Face;
use crate::coverage::{Coverage, needs_no_glyph};
use crate::face::FileData;
use crate::names::{families, key};
use crate::scripts::SCRIPTS;

/// What letters without a face are called that are of no single writing system.
pub const OTHER_LETTERS: &str = "other letters";

/// Bytes of font files that are kept although nobody uses them any more, since the next paragraph may.
const KEPT_BYTES: usize = 64 << 20;

/// A kind of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Family {
    /// With serifs.
    Serif,
    /// Without serifs.
    #[default]
    Sans,
    /// All of the same width.
    Mono,
}

/// What letters look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Their kind.
    pub family: Family,
    /// Their weight, from 100 to 900: 400 is regular, 700 bold.
    pub weight: u16,
    /// Whether they lean.
    pub italic: bool,
}

impl Default for Shape {
    fn default() -> Self {
        Self {
            family: Family::default(),
            weight: 400,
            italic: false,
        }
    }
}

/// Which shapes of Chinese characters are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
enum Region {
    #[default]
    MainlandChina,
    Taiwan,
    HongKong,
    Japan,
    Korea,
}

/// The faces of a system. They are looked for when the first one is wanted. Clones share what was found and read.
#[derive(Clone)]
pub struct Fonts {
    shared: Arc<LazyShared>,
    region: Region,
}

/// Places of faces, the likest to a shape first.
type Orders = HashMap<(Shape, Region), Arc<Vec<usize>>>;

type LazyShared = LazyLock<Shared, Box<dyn FnOnce() -> Shared + Send + Sync>>;

struct Shared {
    database: Database,
    entries: Vec<Entry>,
    orders: Mutex<Orders>,
    loaded: Mutex<Loaded>,
}

/// A face that was found.
struct Entry {
    id: ID,
    name: String,
    /// The name of its family, as names are compared.
    family_key: String,
    family: Family,
    /// Whether it is for symbols or titles, rather than for text.
    is_special: bool,
    /// Its place among families that are good for text.
    rank: usize,
    region: Option<Region>,
    weight: u16,
    is_italic: bool,
    coverage: OnceLock<Coverage>,
}

#[derive(Default)]
struct Loaded {
    files: HashMap<PathBuf, Weak<Vec<u8>>>,
    faces: HashMap<ID, Weak<Face>>,
    /// The last ones that were asked for, so that files are not read for each paragraph.
    recent: VecDeque<Arc<Face>>,
}

/// Families of good letters, the best first: those with the widths of the most usual fonts, then those with
/// the most characters. Others come after them.
const GOOD_FAMILIES: [&str; 24] = [
    "Liberation Serif",
    "Liberation Sans",
    "Liberation Mono",
    "Tinos",
    "Arimo",
    "Cousine",
    "Times New Roman",
    "Arial",
    "Courier New",
    "DejaVu Serif",
    "DejaVu Sans",
    "DejaVu Sans Mono",
    "Noto Serif",
    "Noto Sans",
    "Noto Sans Mono",
    "Noto Naskh Arabic",
    "Noto Sans Arabic",
    "Noto Serif Hebrew",
    "Noto Sans Hebrew",
    "FreeSerif",
    "FreeSans",
    "FreeMono",
    "Nimbus Roman",
    "Nimbus Sans",
];

/// What names of families with serifs have in them.
const SERIF_NAMES: [&str; 20] = [
    "serif", "roman", "times", "tinos", "georgia", "garamond", "caladea", "cambria", "p052",
    "c059", "bookman", "palat", "century", "naskh", "song", "ming", "mincho", "batang", "myungjo",
    "libertin",
];

/// What names of families have in them that are not for running text.
const SPECIAL_NAMES: [&str; 25] = [
    "symbol",
    "dingbat",
    "emoji",
    "math",
    "z003",
    "d050000l",
    "music",
    "unifont",
    "last resort",
    "lastresort",
    "display",
    " ui",
    "looped",
    "kufi",
    "nastaliq",
    "rashi",
    "narrow",
    "condensed",
    "fallback",
    "gothic l",
    "chancery",
    "icons",
    "braille",
    "sign",
    "hairline",
];

impl Fonts {
    /// The faces that are installed here.
    #[must_use]
    pub fn of_system() -> Self {
        Self::of(Database::load_system_fonts)
    }

    /// The faces in these folders and in those below them.
    #[must_use]
    pub fn of_folders(folders: &[PathBuf]) -> Self {
        let folders = folders.to_vec();
        Self::of(move |database| {
            for folder in folders {
                database.load_fonts_dir(folder);
            }
        })
    }

    fn of(load: impl FnOnce(&mut Database) + Send + Sync + 'static) -> Self {
        let find = move || {
            let mut database = Database::new();
            load(&mut database);
            Shared::of(database)
        };
        Self {
            shared: Arc::new(LazyLock::new(Box::new(find))),
            region: Region::default(),
        }
    }

    /// The same faces, for text in a language: Chinese characters look different in each.
    #[must_use]
    pub fn for_language(&self, tag: &str) -> Self {
        let tag = tag.to_ascii_lowercase();
        let region = match tag.split('-').next() {
            Some("ja") => Region::Japan,
            Some("ko") => Region::Korea,
            Some("yue") => Region::HongKong,
            Some("zh") if tag.contains("hk") || tag.contains("mo") => Region::HongKong,
            Some("zh") if tag.contains("hant") || tag.contains("tw") => Region::Taiwan,
            _ => Region::MainlandChina,
        };
        Self {
            shared: Arc::clone(&self.shared),
            region,
        }
    }

    /// Whether no face is here.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shared.entries.is_empty()
    }

    /// The face of the likest shape that has all of these characters; none if no face here has them.
    #[must_use]
    pub fn face(&self, wanted: Shape, characters: &str) -> Option<Arc<Face>> {
        self.face_of(&[], wanted, characters)
    }

    /// The face of the likest shape, of these families before all others.
    fn face_of(&self, families: &[String], wanted: Shape, characters: &str) -> Option<Arc<Face>> {
        let characters: HashSet<char> = seen(characters).collect();
        let region = self.region_of(&characters);
        let order = self.shared.order(wanted, region);
        let of_family = families.iter().flat_map(|family| {
            let own = order.iter();
            own.filter(move |place| self.shared.is_of(**place, family))
        });
        of_family
            .chain(order.iter())
            .filter(|place| self.shared.has_all(**place, &characters))
            .find_map(|place| self.shared.load(*place))
    }

    /// Faces that together have all of these characters, the likest to the shape first: one, or one for each writing
    /// system. None if a character is in no face here.
    #[must_use]
    pub fn faces(&self, wanted: Shape, characters: &str) -> Option<Vec<Arc<Face>>> {
        self.faces_like("", wanted, characters)
    }

    /// As [`faces`](Self::faces), but those of the family of the font with this name come before all others, or those of
    /// a family that has the same widths.
    #[must_use]
    pub fn faces_like(
        &self,
        name: &str,
        wanted: Shape,
        characters: &str,
    ) -> Option<Vec<Arc<Face>>> {
        let families = families(name);
        if let Some(face) = self.face_of(&families, wanted, characters) {
            return Some(vec![face]);
        }
        let mut faces: Vec<Arc<Face>> = Vec::new();
        for script in by_script(characters) {
            let missing: String = script
                .chars()
                .filter(|character| !faces.iter().any(|face| face.glyph(*character).is_some()))
                .collect();
            if missing.is_empty() {
                continue;
            }
            match self.face_of(&families, wanted, &missing) {
                Some(face) => faces.push(face),
                // Some writing systems are divided between faces.
                None => {
                    for character in missing.chars() {
                        let known = faces.iter().any(|face| face.glyph(character).is_some());
                        if !known {
                            faces.push(self.face(wanted, character.encode_utf8(&mut [0; 4]))?);
                        }
                    }
                }
            }
        }
        Some(faces)
    }

    /// The name of the writing system of the first character that no face here has; [`OTHER_LETTERS`] if it is of no
    /// single one, or each is there.
    #[must_use]
    pub fn script_without_face(&self, characters: &str) -> String {
        let is_missing = |character: &char| {
            let mut alone = [0; 4];
            let alone = character.encode_utf8(&mut alone);
            self.face(Shape::default(), alone).is_none()
        };
        let missing = seen(characters).find(is_missing);
        match missing.map_or(Script::Unknown, |it| it.script()) {
            Script::Common | Script::Inherited | Script::Unknown => OTHER_LETTERS.to_owned(),
            script => script.full_name().replace('_', " "),
        }
    }

    /// Writing systems of which no face here has the letters.
    #[must_use]
    pub fn missing_scripts(&self) -> Vec<&'static str> {
        let is_missing = |(_, letters): &&(&str, &str)| {
            let letters = letters.chars().collect();
            let mut places = 0..self.shared.entries.len();
            !places.any(|place| self.shared.has_all(place, &letters))
        };
        let missing = SCRIPTS.iter().filter(is_missing);
        missing.map(|(name, _)| *name).collect()
    }

    /// Kana and Hangul say of themselves where they are from.
    fn region_of(&self, characters: &HashSet<char>) -> Region {
        let has = |scripts: &[Script]| characters.iter().any(|it| scripts.contains(&it.script()));
        if has(&[Script::Hiragana, Script::Katakana]) {
            Region::Japan
        } else if has(&[Script::Hangul]) {
            Region::Korea
        } else {
            self.region
        }
    }
}

impl fmt::Debug for Fonts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut structure = formatter.debug_struct("Fonts");
        structure.field("region", &self.region);
        structure.finish_non_exhaustive()
    }
}

/// The characters of a text that need glyphs.
fn seen(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|character| !needs_no_glyph(*character))
}

/// The characters of a text that need glyphs, each once, apart by writing system; what belongs to no single one comes
/// last.
fn by_script(text: &str) -> Vec<String> {
    let mut scripts: Vec<(Script, String)> = Vec::new();
    let mut known = HashSet::new();
    let mut common = String::new();
    for character in seen(text).filter(|character| known.insert(*character)) {
        let script = character.script();
        if matches!(script, Script::Common | Script::Inherited) {
            common.push(character);
            continue;
        }
        match scripts.iter_mut().find(|(it, _)| *it == script) {
            Some((_, characters)) => characters.push(character),
            None => scripts.push((script, character.into())),
        }
    }
    let scripts = scripts.into_iter().map(|(_, characters)| characters);
    scripts.chain([common]).collect()
}

impl Shared {
    fn of(database: Database) -> Self {
        let mut entries: Vec<Entry> = database.faces().filter_map(Entry::of).collect();
        // Folders are listed in any order.
        entries.sort_by(|one, other| one.name.cmp(&other.name));
        Self {
            database,
            entries,
            orders: Mutex::default(),
            loaded: Mutex::default(),
        }
    }

    fn order(&self, wanted: Shape, region: Region) -> Arc<Vec<usize>> {
        let mut orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        let order = orders.entry((wanted, region)).or_insert_with(|| {
            let mut places: Vec<usize> = (0..self.entries.len()).collect();
            places.sort_by_cached_key(|place| {
                let entry = self.entries.get(*place);
                entry.map(|entry| entry.unlikeness(wanted, region))
            });
            Arc::new(places)
        });
        Arc::clone(order)
    }

    /// Whether a face is of a family.
    fn is_of(&self, place: usize, family: &str) -> bool {
        let entry = self.entries.get(place);
        entry.is_some_and(|entry| entry.family_key == family)
    }

    fn has_all(&self, place: usize, characters: &HashSet<char>) -> bool {
        let Some(entry) = self.entries.get(place) else {
            return false;
        };
        let coverage = entry.coverage.get_or_init(|| self.coverage(entry.id));
        characters.iter().all(|character| coverage.has(*character))
    }

    fn coverage(&self, id: ID) -> Coverage {
        let read = |data: &[u8], index: u32| {
            let font = FontRef::from_index(data, index).ok()?;
            font.outline_glyphs().format()?;
            let mappings = Charmap::new(&font).mappings();
            Some(Coverage::of(mappings.map(|(character, _)| character)))
        };
        self.database
            .with_face_data(id, read)
            .flatten()
            .unwrap_or_default()
    }

    fn load(&self, place: usize) -> Option<Arc<Face>> {
        let id = self.entries.get(place)?.id;
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let face = match loaded.faces.get(&id).and_then(Weak::upgrade) {
            Some(face) => face,
            None => {
                let (source, index) = self.database.face_source(id)?;
                let data = loaded.file(source)?;
                let face = Arc::new(Face::new(data, index)?);
                loaded.faces.insert(id, Arc::downgrade(&face));
                face
            }
        };
        loaded.keep(&face);
        Some(face)
    }
}

impl Loaded {
    fn file(&mut self, source: Source) -> Option<FileData> {
        let path = match source {
            Source::File(path) | Source::SharedFile(path, _) => path,
            Source::Binary(data) => return Some(Arc::new(data.as_ref().as_ref().to_vec())),
        };
        if let Some(data) = self.files.get(&path).and_then(Weak::upgrade) {
            return Some(data);
        }
        let data = Arc::new(std::fs::read(&path).ok()?);
        self.files.insert(path, Arc::downgrade(&data));
        Some(data)
    }

    /// Keeps a face until others that are used later have taken the room.
    fn keep(&mut self, face: &Arc<Face>) {
        self.recent.retain(|other| !Arc::ptr_eq(other, face));
        self.recent.push_back(Arc::clone(face));
        while self.recent.len() > 1 && self.kept_bytes() > KEPT_BYTES {
            self.recent.pop_front();
        }
    }

    fn kept_bytes(&self) -> usize {
        let mut files = HashSet::new();
        let mut bytes = 0;
        for face in &self.recent {
            if files.insert(Arc::as_ptr(face.data())) {
                bytes += face.data().len();
            }
        }
        bytes
    }
}

impl Entry {
    fn of(info: &FaceInfo) -> Option<Self> {
        let (name, _) = info.families.first()?;
        let lower = name.to_lowercase();
        let has = |parts: &[&str]| parts.iter().any(|part| lower.contains(part));
        let family = if info.monospaced || lower.contains("mono") || lower.contains("courier") {
            Family::Mono
        } else if has(&SERIF_NAMES) && !lower.contains("sans") {
            Family::Serif
        } else {
            Family::Sans
        };
        let is_special = has(&SPECIAL_NAMES) || info.stretch != Stretch::Normal;
        let rank = GOOD_FAMILIES.iter().position(|good| *good == name);
        Some(Self {
            id: info.id,
            name: format!("{name} {}", info.post_script_name),
            family_key: key(name),
            family,
            is_special,
            rank: rank.unwrap_or(GOOD_FAMILIES.len()),
            region: Region::of_family(name),
            weight: info.weight.0,
            is_italic: info.style != Style::Normal,
            coverage: OnceLock::new(),
        })
    }

    /// How unlike it is to what is wanted: what is compared first matters most.
    fn unlikeness(&self, wanted: Shape, region: Region) -> impl Ord + use<> {
        (
            self.is_special,
            self.family != wanted.family,
            self.is_italic != wanted.italic,
            self.weight.abs_diff(wanted.weight),
            self.rank,
            self.region.is_some_and(|it| it != region),
        )
    }
}

impl Region {
    /// The region in the name of a family.
    fn of_family(name: &str) -> Option<Self> {
        let last = name.rsplit(' ').next()?;
        match last {
            "SC" | "CN" => Some(Self::MainlandChina),
            "TC" | "TW" => Some(Self::Taiwan),
            "HK" => Some(Self::HongKong),
            "JP" => Some(Self::Japan),
            "KR" => Some(Self::Korea),
            _ => None,
        }
    }
}
