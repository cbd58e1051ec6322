//! How many forms of a plural there are, and which is for one.

use dragoman_language::Language;

/// More forms than any language has.
pub(super) const MOST_FORMS: usize = 10;

/// How deep brackets may be in an expression.
const MOST_DEPTH: usize = 32;

/// The forms of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plurals {
    pub(super) count: usize,
    /// The number of the form for one.
    pub(super) one: usize,
}

impl Plurals {
    /// What a catalogue says: `nplurals=2; plural=n != 1;`.
    pub(super) fn parse(said: &str) -> Option<Self> {
        let mut count = None;
        let mut one = None;
        for part in said.split(';') {
            match part
                .split_once('=')
                .map(|(name, value)| (name.trim(), value))
            {
                Some(("nplurals", value)) => count = value.trim().parse().ok(),
                Some(("plural", value)) => one = value_of(value),
                _ => {}
            }
        }
        let count = count.filter(|count| (1..=MOST_FORMS).contains(count))?;
        let one = one.and_then(|one| usize::try_from(one).ok());
        Some(Self {
            count,
            one: one.filter(|one| *one < count).unwrap_or(0),
        })
    }

    /// What is usual.
    pub(super) fn of(usual: &str) -> Self {
        Self::parse(usual).unwrap_or(Self { count: 2, one: 0 })
    }
}

/// What catalogues in a language say of its forms.
pub(super) fn usual(language: Language) -> &'static str {
    match (language.tag(), language.base().tag()) {
        ("pt-BR", _) | (_, "fr" | "fa" | "hy" | "br" | "oc" | "tg" | "uz") => {
            "nplurals=2; plural=(n > 1);"
        }
        (
            _,
            "ja" | "zh" | "yue" | "ko" | "vi" | "th" | "id" | "ms" | "lo" | "my" | "km" | "jv"
            | "su" | "bo" | "dz",
        ) => "nplurals=1; plural=0;",
        (_, "ru" | "uk" | "be" | "sr" | "hr" | "bs") => {
            "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
        }
        (_, "pl") => {
            "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
        }
        (_, "cs" | "sk") => "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);",
        (_, "lt") => {
            "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);"
        }
        (_, "lv") => "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);",
        (_, "ro") => "nplurals=3; plural=(n==1 ? 0 : n==0 || (n%100 > 0 && n%100 < 20) ? 1 : 2);",
        (_, "sl") => {
            "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);"
        }
        (_, "ga") => "nplurals=5; plural=(n==1 ? 0 : n==2 ? 1 : n<7 ? 2 : n<11 ? 3 : 4);",
        (_, "ar") => {
            "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);"
        }
        (_, "mt") => {
            "nplurals=4; plural=(n==1 ? 0 : n==0 || (n%100>1 && n%100<11) ? 1 : n%100>10 && n%100<20 ? 2 : 3);"
        }
        (_, "is" | "mk") => "nplurals=2; plural=(n%10!=1 || n%100==11);",
        _ => "nplurals=2; plural=(n != 1);",
    }
}

/// The value of an expression of C for one.
fn value_of(expression: &str) -> Option<u64> {
    let mut parser = Parser {
        rest: expression.trim(),
        depth: 0,
    };
    let value = parser.choice()?;
    parser.rest.is_empty().then_some(value)
}

struct Parser<'a> {
    rest: &'a str,
    depth: usize,
}

/// Operators of two sides, those that bind closest last.
const LEVELS: [&[&str]; 6] = [
    &["||"],
    &["&&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Parser<'_> {
    fn take(&mut self, sign: &str) -> bool {
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    /// `condition ? value : other`, or just a value.
    fn choice(&mut self) -> Option<u64> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return None;
        }
        let condition = self.level(0)?;
        let value = if self.take("?") {
            let value = self.choice()?;
            let other = self.take(":").then(|| self.choice()).flatten()?;
            if condition != 0 { value } else { other }
        } else {
            condition
        };
        self.depth -= 1;
        Some(value)
    }

    fn level(&mut self, level: usize) -> Option<u64> {
        let Some(signs) = LEVELS.get(level) else {
            return self.single();
        };
        let mut value = self.level(level + 1)?;
        while let Some(sign) = signs.iter().find(|sign| self.rest.starts_with(**sign)) {
            self.take(sign);
            let other = self.level(level + 1)?;
            value = match *sign {
                "||" => u64::from(value != 0 || other != 0),
                "&&" => u64::from(value != 0 && other != 0),
                "==" => u64::from(value == other),
                "!=" => u64::from(value != other),
                "<=" => u64::from(value <= other),
                ">=" => u64::from(value >= other),
                "<" => u64::from(value < other),
                ">" => u64::from(value > other),
                "+" => value.checked_add(other)?,
                "-" => value.checked_sub(other)?,
                "*" => value.checked_mul(other)?,
                "/" => value.checked_div(other)?,
                _ => value.checked_rem(other)?,
            };
        }
        Some(value)
    }

    fn single(&mut self) -> Option<u64> {
        if self.take("(") {
            let value = self.choice()?;
            return self.take(")").then_some(value);
        }
        if !self.rest.starts_with("!=") && self.take("!") {
            self.depth += 1;
            let value = if self.depth > MOST_DEPTH {
                None
            } else {
                self.single()
            };
            return value.map(|value| u64::from(value == 0));
        }
        if self.take("n") {
            return Some(1);
        }
        let length = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest.trim_start();
        digits.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_for_one_is_what_the_expression_says() {
        for (said, count, one) in [
            ("nplurals=2; plural=n != 1;", 2, 0),
            ("nplurals=1; plural=0", 1, 0),
            ("nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : 2;", 6, 1),
            (
                "nplurals=3; plural=(n%10==1 && !(n%100==11) ? 2 : 0);",
                3,
                2,
            ),
            ("nplurals=2; plural=n/0;", 2, 0),
            ("nplurals=2; plural=9;", 2, 0),
        ] {
            assert_eq!(Plurals::parse(said), Some(Plurals { count, one }), "{said}");
        }
        for said in [
            "",
            "nplurals=INTEGER; plural=EXPRESSION;",
            "nplurals=0;",
            "nplurals=99; plural=0;",
        ] {
            assert_eq!(Plurals::parse(said), None, "{said}");
        }
        let deep = format!("nplurals=2; plural={}1", "(".repeat(10_000));
        assert_eq!(Plurals::parse(&deep), Some(Plurals { count: 2, one: 0 }));
        let deep = format!("nplurals=2; plural={}1", "!".repeat(10_000));
        assert!(Plurals::parse(&deep).is_some());
    }

    #[test]
    fn what_is_usual_can_be_read() {
        for language in Language::all() {
            assert!(Plurals::parse(usual(language)).is_some(), "{language:?}");
        }
    }
}
