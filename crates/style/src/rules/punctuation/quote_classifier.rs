//! Classification of marks as quotation marks and apostrophes.
//!
//! The marks are classified from left to right by their neighbours: a mark after white space and
//! before a word opens, a mark after a word and before white space closes. If both or neither is
//! true, the open quotations and the shape of the mark decide. A mark that stays ambiguous has no
//! role.

use super::context::{char_after, char_before, is_cjk, letters_after, run_after, run_before};
use crate::language::StyleLanguage;
use crate::target_text::TargetText;

/// The kind of pair to which a mark belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkClass {
    Double,
    Single,
    Guillemet,
    SingleGuillemet,
    Corner,
    DoubleCorner,
}

/// The function of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkRole {
    Open,
    Close,
    Apostrophe,
    /// Ambiguous, or another use such as inches.
    Unknown,
}

/// A quotation mark or apostrophe in a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    /// The byte position.
    pub(super) at: usize,
    pub(super) sign: char,
    pub(super) class: MarkClass,
    pub(super) role: MarkRole,
    /// The number of quotations around the quotation of the mark.
    pub(super) depth: usize,
    spacing: Spacing,
    /// Whether the mark quotes a value in code, such as an attribute.
    is_code: bool,
}

impl Mark {
    pub(super) fn end(&self) -> usize {
        self.at + self.sign.len_utf8()
    }
}

/// The roles that the neighbours of a mark allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spacing {
    Opens,
    Closes,
    Both,
    Neither,
}

/// The number of open quotations that are searched for the opening mark of a closing one.
const NESTING: usize = 8;

/// Words with an apostrophe for omitted letters at their beginning, in lower case.
const CLIPPED: &[&str] = &[
    "tis",
    "twas",
    "twere",
    "til",
    "till",
    "em",
    "cause",
    "n",
    "bout",
    "round",
    "cos",
    "s",
    "ne",
    "nen",
    "ner",
    "nem",
    "ndrangheta",
    "sto",
    "sta",
    "l",
    "o",
    "mbuti",
];

fn class(sign: char) -> Option<MarkClass> {
    Some(match sign {
        '"' | '“' | '”' | '„' | '‟' | '＂' => MarkClass::Double,
        '\'' | '‘' | '’' | '‚' | '‛' | '´' | '`' => MarkClass::Single,
        '«' | '»' => MarkClass::Guillemet,
        '‹' | '›' => MarkClass::SingleGuillemet,
        '「' | '」' => MarkClass::Corner,
        '『' | '』' => MarkClass::DoubleCorner,
        _ => return None,
    })
}

/// The marks of a text in order, without those in kept ranges.
pub(super) fn marks(target: &TargetText<'_>) -> Vec<Mark> {
    let is_code = ["{\"", "\":\"", "\"\",", "\",\""];
    if is_code.iter().any(|code| target.text.contains(code)) {
        return Vec::new();
    }
    let mut marks: Vec<Mark> = target
        .text
        .char_indices()
        .filter_map(|(at, sign)| {
            let end = at + sign.len_utf8();
            let class = class(sign)?;
            (!target.is_kept(&(at..end))).then_some(Mark {
                at,
                sign,
                class,
                role: MarkRole::Unknown,
                depth: 0,
                spacing: Spacing::Neither,
                is_code: false,
            })
        })
        .collect();
    QuoteClassifier::new(target, &mut marks).read(&mut marks);
    marks
}

struct QuoteClassifier<'text> {
    target: &'text TargetText<'text>,
    /// For each mark, the numbers of later single marks that may open and that may close.
    after: Vec<(usize, usize)>,
    /// The indices of the last double mark and of the last single mark.
    last: [usize; 2],
    /// The number of straight double marks, and how many of them follow a digit.
    straight: (usize, usize),
    open: Vec<usize>,
    /// Closing marks of quotations that began before this sentence.
    unmatched: Vec<usize>,
}

impl<'text> QuoteClassifier<'text> {
    fn new(target: &'text TargetText<'text>, marks: &mut [Mark]) -> Self {
        let mut opener_ends = None;
        for mark in marks.iter_mut() {
            mark.spacing = spacing(target, mark, opener_ends == Some(mark.at));
            let opens = mark.spacing == Spacing::Opens;
            opener_ends = opens.then(|| mark.end());
        }
        let mut after = vec![(0, 0); marks.len()];
        let mut counts = (0, 0);
        let mut last = [0, 0];
        for (place, (mark, after)) in marks.iter().zip(after.iter_mut()).enumerate().rev() {
            *after = counts;
            if mark.class == MarkClass::Single && !is_clipped(target, mark) {
                counts.0 += usize::from(mark.spacing == Spacing::Opens);
                let may_close = match mark.spacing {
                    Spacing::Closes => true,
                    Spacing::Both => is_among_cjk(target, mark),
                    Spacing::Opens | Spacing::Neither => false,
                };
                counts.1 += usize::from(may_close);
            }
            match mark.class {
                MarkClass::Double => last[0] = last[0].max(place),
                MarkClass::Single => last[1] = last[1].max(place),
                _ => {}
            }
        }
        let straight: Vec<_> = marks.iter().filter(|mark| mark.sign == '"').collect();
        let inches = straight.iter().filter(|mark| follows_digit(target, mark));
        Self {
            target,
            after,
            last,
            straight: (straight.len(), inches.count()),
            open: Vec::new(),
            unmatched: Vec::new(),
        }
    }

    fn read(mut self, marks: &mut [Mark]) {
        for place in 0..marks.len() {
            let Some(&mark) = marks.get(place) else {
                continue;
            };
            let role = self.role(marks, place, &mark);
            let partner = match role {
                MarkRole::Close => self.close(marks, &mark),
                _ => None,
            };
            let depth = match (role, partner) {
                (MarkRole::Close, Some((depth, _))) => depth,
                (MarkRole::Open, _) => self.open.len(),
                _ => 0,
            };
            let is_code = match (role, partner) {
                (MarkRole::Open, _) => quotes_code(self.target, &mark),
                (MarkRole::Close, Some((_, is_code))) => is_code,
                _ => false,
            };
            if role == MarkRole::Open {
                self.open.push(place);
            }
            if role == MarkRole::Close && partner.is_none() {
                self.open.clear();
                self.unmatched.push(place);
            }
            if let Some(mark) = marks.get_mut(place) {
                mark.role = if is_code { MarkRole::Unknown } else { role };
                mark.depth = depth;
                mark.is_code = is_code;
            }
        }
        self.adjust_depths(marks);
    }

    /// Adjusts the depths for the quotations that began before this sentence and include everything
    /// up to their end.
    fn adjust_depths(mut self, marks: &mut [Mark]) {
        let mut around = 0;
        for (place, mark) in marks.iter_mut().enumerate().rev() {
            mark.depth += around;
            if self.unmatched.last() == Some(&place) {
                self.unmatched.pop();
                around = (around + 1).min(NESTING);
            }
        }
    }

    /// Removes the quotation that a mark closes from the open ones. Returns its depth, and whether
    /// it is code.
    fn close(&mut self, marks: &[Mark], mark: &Mark) -> Option<(usize, bool)> {
        let depth = self.opening(marks, mark.class)?;
        let opening = self.open.get(depth).and_then(|&place| marks.get(place))?;
        let found = (opening.depth, opening.is_code);
        self.open.truncate(depth);
        Some(found)
    }

    /// The index of the innermost open quotation of a class.
    fn opening(&self, marks: &[Mark], class: MarkClass) -> Option<usize> {
        let of_class = |&(_, place): &(usize, &usize)| {
            marks.get(*place).is_some_and(|open| open.class == class)
        };
        let found = self
            .open
            .iter()
            .enumerate()
            .rev()
            .take(NESTING)
            .find(of_class);
        found.map(|(depth, _)| depth)
    }

    /// The character that opened the innermost quotation of a class.
    fn opener(&self, marks: &[Mark], class: MarkClass) -> Option<char> {
        let place = *self.open.get(self.opening(marks, class)?)?;
        marks.get(place).map(|mark| mark.sign)
    }

    fn role(&self, marks: &[Mark], place: usize, mark: &Mark) -> MarkRole {
        let opener = self.opener(marks, mark.class);
        let is_german = self.target.language == StyleLanguage::German;
        match mark.sign {
            '„' | '‟' | '‚' | '‛' | '「' | '『' => MarkRole::Open,
            '」' | '』' => MarkRole::Close,
            '"' | '＂' => self.straight_double(place, mark, opener),
            '“' => match mark.spacing {
                _ if opener == Some('„') && mark.spacing != Spacing::Opens => MarkRole::Close,
                Spacing::Closes => MarkRole::Close,
                _ => MarkRole::Open,
            },
            '”' => match mark.spacing {
                Spacing::Opens if opener.is_none() && place < self.last[0] => MarkRole::Open,
                _ => MarkRole::Close,
            },
            '«' | '‹' => match mark.spacing {
                Spacing::Closes if is_german => MarkRole::Close,
                Spacing::Closes | Spacing::Both if matches!(opener, Some('»' | '›')) => {
                    MarkRole::Close
                }
                _ => MarkRole::Open,
            },
            '»' | '›' => match mark.spacing {
                Spacing::Opens if !matches!(opener, Some('«' | '‹')) => MarkRole::Open,
                Spacing::Both if opener.is_none() && !self.follows_word(mark) => MarkRole::Open,
                // In »./x« the quotation begins with a punctuation mark.
                Spacing::Neither if opener.is_none() && is_german => MarkRole::Open,
                _ => MarkRole::Close,
            },
            '´' | '`' if self.is_between_letters(mark) => MarkRole::Apostrophe,
            '´' | '`' => MarkRole::Unknown,
            _ => self.single(place, mark, opener),
        }
    }

    fn straight_double(&self, place: usize, mark: &Mark, opener: Option<char>) -> MarkRole {
        let (all, after_digit) = self.straight;
        if all % 2 == 1 && after_digit > 1 {
            return MarkRole::Unknown;
        }
        if follows_digit(self.target, mark) && (opener.is_none() || all % 2 == 1) {
            return MarkRole::Unknown;
        }
        match mark.spacing {
            Spacing::Opens => MarkRole::Open,
            Spacing::Closes => MarkRole::Close,
            _ if opener.is_some() => MarkRole::Close,
            Spacing::Both if self.follows_word(mark) && !is_among_cjk(self.target, mark) => {
                MarkRole::Unknown
            }
            Spacing::Neither | Spacing::Both if place < self.last[0] => MarkRole::Open,
            _ => MarkRole::Unknown,
        }
    }

    fn single(&self, place: usize, mark: &Mark, opener: Option<char>) -> MarkRole {
        let (opening, closing) = self.after.get(place).copied().unwrap_or_default();
        let is_latin = !is_among_cjk(self.target, mark);
        if self.is_between_digits(mark) {
            return MarkRole::Unknown;
        }
        if is_latin && (self.is_between_letters(mark) || is_clipped(self.target, mark)) {
            return MarkRole::Apostrophe;
        }
        match (mark.sign, mark.spacing) {
            ('‘', Spacing::Closes) if opener.is_some() => MarkRole::Close,
            ('‘', Spacing::Closes) if self.target.language == StyleLanguage::German => {
                MarkRole::Close
            }
            ('‘', Spacing::Closes) => MarkRole::Unknown,
            ('‘', Spacing::Both) if opener == Some('‚') => MarkRole::Close,
            ('‘', _) => MarkRole::Open,
            (_, Spacing::Opens) if mark.sign == '’' => MarkRole::Apostrophe,
            (_, Spacing::Opens) if is_decade(self.target, mark) => MarkRole::Unknown,
            (_, Spacing::Opens) if closing > 0 => MarkRole::Open,
            (_, Spacing::Opens) => MarkRole::Unknown,
            (_, _) if follows_digit(self.target, mark) && opener.is_none() => MarkRole::Unknown,
            (_, Spacing::Closes | Spacing::Both) if opener.is_some() => {
                if self.may_be_plural(mark) && closing > opening {
                    MarkRole::Apostrophe
                } else {
                    MarkRole::Close
                }
            }
            (_, Spacing::Closes | Spacing::Both) if !is_latin && place < self.last[1] => {
                MarkRole::Open
            }
            (_, Spacing::Closes | Spacing::Both) if is_latin && self.follows_word(mark) => {
                MarkRole::Apostrophe
            }
            ('\'', Spacing::Both) if closing > 0 => MarkRole::Open,
            _ => MarkRole::Unknown,
        }
    }

    /// Whether a plural genitive or a name in s may end at the mark: `the dogs' tails`.
    fn may_be_plural(&self, mark: &Mark) -> bool {
        matches!(char_before(self.target, mark.at), Some('s' | 'x' | 'z'))
            && char_after(self.target, mark.end()) == Some(' ')
            && letters_after(self.target, mark.end() + 1)
                .chars()
                .next()
                .is_some_and(char::is_lowercase)
    }

    fn follows_word(&self, mark: &Mark) -> bool {
        char_before(self.target, mark.at).is_some_and(char::is_alphanumeric)
    }

    fn is_between_letters(&self, mark: &Mark) -> bool {
        let is_letter = |character: char| character.is_alphanumeric() && !is_cjk(character);
        char_before(self.target, mark.at).is_some_and(is_letter)
            && char_after(self.target, mark.end()).is_some_and(is_letter)
    }

    fn is_between_digits(&self, mark: &Mark) -> bool {
        let is_digit = |character: char| character.is_ascii_digit();
        char_before(self.target, mark.at).is_some_and(is_digit)
            && char_after(self.target, mark.end()).is_some_and(is_digit)
    }
}

fn follows_digit(target: &TargetText<'_>, mark: &Mark) -> bool {
    char_before(target, mark.at).is_some_and(|character| character.is_ascii_digit())
}

fn is_among_cjk(target: &TargetText<'_>, mark: &Mark) -> bool {
    char_before(target, mark.at).is_some_and(is_cjk)
        || char_after(target, mark.end()).is_some_and(is_cjk)
}

/// Whether an opening mark belongs to an attribute or to the argument of a function call.
fn quotes_code(target: &TargetText<'_>, mark: &Mark) -> bool {
    let is_name = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    let before = target.before(mark.at);
    before.ends_with('=')
        || before
            .strip_suffix('(')
            .is_some_and(|before| before.ends_with(is_name))
}

/// Whether a mark replaces the beginning of a word or a year: `'tis`, `'90s`.
fn is_clipped(target: &TargetText<'_>, mark: &Mark) -> bool {
    if char_before(target, mark.at).is_some_and(char::is_alphanumeric) {
        return false;
    }
    let word = run_after(target, mark.end(), char::is_alphanumeric);
    let after = char_after(target, mark.end() + word.len());
    if is_decade(target, mark) {
        return after != Some(mark.sign);
    }
    // If a mark closes the word directly after it, the word is quoted, except for `'n'`.
    let is_quoted = matches!(after, Some('\'' | '’' | '‘')) && word != "n";
    CLIPPED.contains(&word.to_lowercase().as_str()) && !is_quoted
}

/// Whether a year or decade of two digits follows a mark.
fn is_decade(target: &TargetText<'_>, mark: &Mark) -> bool {
    let word = run_after(target, mark.end(), char::is_alphanumeric);
    let ending = word.trim_start_matches(|character: char| character.is_ascii_digit());
    word.len() - ending.len() == 2 && matches!(ending, "" | "s" | "er" | "ern")
}

fn spacing(target: &TargetText<'_>, mark: &Mark, after_opener: bool) -> Spacing {
    let is_quote = |character: char| class(character).is_some();
    let next = mark.end() + run_after(target, mark.end(), is_quote).len();
    let after = char_after(target, next);
    let is_ellipsis = target.after(next).starts_with("..");
    let opens = after.is_some_and(|character| {
        !character.is_whitespace()
            && (is_ellipsis
                || !matches!(
                    character,
                    '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '}'
                ))
            && !matches!(
                character,
                '。' | '、' | '，' | '！' | '？' | '；' | '：' | '）' | '》' | '】'
            )
    });
    let run = run_before(target, mark.at, is_quote);
    let before = char_before(target, mark.at - run.len());
    let closes = !after_opener
        && before.is_some_and(|character| {
            !character.is_whitespace()
                && !matches!(character, '(' | '[' | '{' | '（' | '《' | '【' | '¿' | '¡')
        });
    match (opens, closes) {
        (true, false) => Spacing::Opens,
        (false, true) => Spacing::Closes,
        (true, true) => Spacing::Both,
        (false, false) => Spacing::Neither,
    }
}
