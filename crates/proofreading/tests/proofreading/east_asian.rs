//! Texts in Chinese, Japanese and Korean, which are proofread without a dictionary.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{
    EngineError, KeyId, Language, Proofreader as _, ProofreadingJob, Speller, Spelling,
};
use dragoman_proofreading::RuleProofreader;
use proptest::prelude::*;

/// Has no dictionaries.
struct NoDictionary;

#[async_trait]
impl Speller for NoDictionary {
    fn languages(&self) -> Vec<Language> {
        Vec::new()
    }

    async fn look_up(
        &self,
        _: Language,
        words: &[String],
        _: Option<KeyId>,
    ) -> Result<Vec<Spelling>, EngineError> {
        Ok(words.iter().map(|_| Spelling::Known).collect())
    }
}

fn corrected(language: &str, text: &str) -> String {
    corrected_with_kept(language, text, None)
}

/// Corrects a text with a kept range.
fn corrected_with_kept(language: &str, text: &str, kept: Option<Range<usize>>) -> String {
    let job = ProofreadingJob {
        language: Language::parse(language).unwrap(),
        text: text.to_owned(),
        kept: kept.into_iter().collect(),
        caller: None,
        deadline: None,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let proofreading = RuleProofreader::new(Arc::new(NoDictionary));
    runtime
        .unwrap()
        .block_on(proofreading.proofread(job))
        .unwrap()
}

/// Fails with all texts whose correction differs from the expected one.
fn check<'a>(language: &str, texts: impl IntoIterator<Item = (&'a str, &'a str)>) {
    let mut wrong = String::new();
    for (text, wanted) in texts {
        let found = corrected(language, text);
        if found != wanted {
            writeln!(wrong, "{text:?} -> {found:?}, not {wanted:?}").unwrap();
        }
        let again = corrected(language, &found);
        if again != found {
            writeln!(wrong, "{text:?} -> {found:?} -> {again:?}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn check_unchanged(language: &str, texts: &str) {
    let texts = texts.lines().map(str::trim).filter(|text| !text.is_empty());
    check(language, texts.map(|text| (text, text)));
}

#[test]
fn right_chinese_stays() {
    check_unchanged("zh", include_str!("right/zh.txt"));
}

#[test]
fn right_japanese_stays() {
    check_unchanged("ja", include_str!("right/ja.txt"));
}

#[test]
fn right_korean_stays() {
    check_unchanged("ko", include_str!("right/ko.txt"));
}

#[test]
fn code_and_tables_with_several_lines_stay() {
    for (language, text) in [
        ("zh", "姓名,年龄,城市\n张三,25,北京\n李四,30,上海"),
        ("zh", "def 问好(名字):\n    print(\"你好,\" + 名字)"),
        ("ja", "名前,年齢\n田中,25\n鈴木,30"),
        ("ko", "이름,나이,도시\n철수,25,서울\n영희,30,부산"),
        ("ko", "이름  나이\n철수  스물\n영희  서른"),
    ] {
        assert_eq!(corrected(language, text), text);
    }
}

#[test]
fn what_is_kept_stays() {
    assert_eq!(
        corrected_with_kept("zh", "他说以经,我以经吃过了", Some(6..13)),
        "他说以经,我已经吃过了"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_read_without_harm(
        text in "[我以经的了 ,.!?;:()（），。、「」“”3三a/\\\n\\-…ｶﾞ０0本がはをです를와으로되요안수 ]{0,50}",
        first in 0_usize..50,
        length in 0_usize..20,
    ) {
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let place = |index: usize| starts.get(index).copied().unwrap_or(text.len());
        let kept = place(first)..place(first + length);
        for language in ["zh", "ja", "ko"] {
            let found = corrected_with_kept(language, &text, Some(kept.clone()));
            prop_assert!(found.contains(&text[kept.clone()]));
            let found = corrected(language, &text);
            prop_assert_eq!(&corrected(language, &found), &found);
        }
    }
}

#[test]
fn traditional_chinese_has_no_rules() {
    let text = "我以经吃過飯了,你呢?";
    assert_eq!(corrected("zh-Hant", text), text);
}

#[test]
fn faulty_chinese_is_corrected() {
    check(
        "zh-Hans",
        [
            ("我以经到家了,你呢?", "我已经到家了，你呢？"),
            ("今天天气很好.我们去公圆吧!", "今天天气很好。我们去公园吧！"),
            ("他说:我不去.", "他说：我不去。"),
            ("我喜欢苹果 ，也喜欢香蕉。", "我喜欢苹果，也喜欢香蕉。"),
            ("我喜欢苹果， 也喜欢香蕉。", "我喜欢苹果，也喜欢香蕉。"),
            ("我喜欢苹果，，也喜欢香蕉。", "我喜欢苹果，也喜欢香蕉。"),
            ("他昨天来了。。", "他昨天来了。"),
            ("我想...算了。", "我想……算了。"),
            ("他来自北京(中国的首都)。", "他来自北京（中国的首都）。"),
            ("他来自北京（中国的首都)。", "他来自北京（中国的首都）。"),
            ("价格为100,数量为5。", "价格为100，数量为5。"),
            ("你在做什么??", "你在做什么？？"),
            ("我用Python,他用Java。", "我用Python，他用Java。"),
            ("现在几点了 ？", "现在几点了？"),
            ("他很聪明;他弟弟也很聪明。", "他很聪明；他弟弟也很聪明。"),
            ("这是我 的书。", "这是我的书。"),
            ("我的的手机坏了。", "我的手机坏了。"),
            ("那个时侯我们都很年轻。", "那个时候我们都很年轻。"),
            ("他跑的很快,我追不上。", "他跑得很快，我追不上。"),
            ("我觉的这样不好。", "我觉得这样不好。"),
            ("她慢慢的走了过来。", "她慢慢地走了过来。"),
            ("再接再励,争取更好的成迹。", "再接再厉，争取更好的成绩。"),
            ("既将开始的比赛竟争激烈。", "即将开始的比赛竞争激烈。"),
            ("欢迎下次在来!", "欢迎下次再来！"),
            ("请纪住您的蜜码.", "请记住您的密码。"),
        ],
    );
}

#[test]
fn faulty_japanese_is_corrected() {
    check(
        "ja",
        [
            ("こんにちわ,田中です.", "こんにちは、田中です。"),
            ("今日は天気がいいです。。", "今日は天気がいいです。"),
            ("りんご、、みかんを買った。", "りんご、みかんを買った。"),
            ("元気ですか?", "元気ですか？"),
            ("すごい!", "すごい！"),
            ("本 を読みました。", "本を読みました。"),
            ("これは本です 。", "これは本です。"),
            ("「 こんにちは」と言った。", "「こんにちは」と言った。"),
            (
                "彼は先生です。彼女は学生です。 二人は友達です。",
                "彼は先生です。彼女は学生です。 二人は友達です。",
            ),
            (
                "父は医者です。母は先生です。姉は学生です。 弟は三歳です。",
                "父は医者です。母は先生です。姉は学生です。弟は三歳です。",
            ),
            ("東京（日本の首都)に行く。", "東京（日本の首都）に行く。"),
            ("ﾃﾞｰﾀを保存した。", "データを保存した。"),
            ("２０2４年に始まった。", "2024年に始まった。"),
            ("少しづつ慣れてきた。", "少しずつ慣れてきた。"),
            ("この漢字は読みずらいです。", "この漢字は読みづらいです。"),
            ("旅行は楽しいでした。", "旅行は楽しかったです。"),
            ("ここで待てください。", "ここで待ってください。"),
            ("私わ学生です。", "私は学生です。"),
            ("毎日ご飯お食べます。", "毎日ご飯を食べます。"),
            ("そのとうりです。", "そのとおりです。"),
            ("学校にに行きます。", "学校に行きます。"),
            ("シュミレーションを行った。", "シミュレーションを行った。"),
            ("除々に良くなった。", "徐々に良くなった。"),
            ("寒いだから出かけません。", "寒いから出かけません。"),
            ("やむおえない事情です。", "やむをえない事情です。"),
            ("りんご，みかん,バナナ．", "りんご，みかん，バナナ．"),
        ],
    );
}

#[test]
fn faulty_korean_is_corrected() {
    check(
        "ko",
        [
            ("이제 가도 되요.", "이제 가도 돼요."),
            ("그러면 않돼요.", "그러면 안 돼요."),
            ("안녕하세요 .", "안녕하세요."),
            ("사과,배를 샀다.", "사과, 배를 샀다."),
            ("집에 갔다.그리고 잤다.", "집에 갔다. 그리고 잤다."),
            ("안녕하세요。반갑습니다！", "안녕하세요. 반갑습니다!"),
            ("나는  학교에 갔다.", "나는 학교에 갔다."),
            ("왠일로 오셨어요?", "웬일로 오셨어요?"),
            ("몇일 전에 만났어요.", "며칠 전에 만났어요."),
            ("정말 오랫만이에요!", "정말 오랜만이에요!"),
            ("내일 다시 올께요.", "내일 다시 올게요."),
            ("나도 할수있다.", "나도 할 수 있다."),
            ("책을 읽는것이 좋다.", "책을 읽는 것이 좋다."),
            ("너때문에 늦었다.", "너 때문에 늦었다."),
            ("사과 두개를 먹었다.", "사과 두 개를 먹었다."),
            ("나는 학교 에서 공부한다.", "나는 학교에서 공부한다."),
            ("나는 영화를를 봤다.", "나는 영화를 봤다."),
            ("책를 읽었다.", "책을 읽었다."),
            ("학교으로 갔다.", "학교로 갔다."),
            ("형와 함께 갔다.", "형과 함께 갔다."),
            (
                "비가 왔다. 그래서 그래서 늦었다.",
                "비가 왔다. 그래서 늦었다.",
            ),
            ("문을 잠궈 주세요.", "문을 잠가 주세요."),
            ("어의가 없네.", "어이가 없네."),
            ("저는 학생이예요.", "저는 학생이에요."),
            ("금새 비가 그쳤다.", "금세 비가 그쳤다."),
        ],
    );
}

#[test]
fn words_that_a_text_speaks_of_stay() {
    check_unchanged(
        "ja",
        "弟は「見れる」と言うので、直される。\n「こんにちわ」は「こんにちは」と書く。",
    );
    check_unchanged(
        "ko",
        "그는 '할수있다'로 적어서 감점되었다.\n\"몇일\"은 틀린 말이다.",
    );
    check_unchanged("zh", "“以经”应写作“已经”。\n他把“必须”写成了“毕须”。");
}

#[test]
fn wide_letters_and_digits_are_narrow_where_they_are_an_exception() {
    check(
        "ja",
        [
            (
                "定員は３０名で、うち10名は学生です。",
                "定員は30名で、うち10名は学生です。",
            ),
            ("Ａ社とB社に依頼した。", "A社とB社に依頼した。"),
            ("営業は9:00～１８：００です。", "営業は9:00～18:00です。"),
            ("１月２３日に会議を開く。", "１月２３日に会議を開く。"),
            ("１月23日に会議を開く。", "１月23日に会議を開く。"),
            ("Ｔシャツを3枚買った。", "Ｔシャツを3枚買った。"),
            ("全角のＡとBを比べる。", "全角のＡとBを比べる。"),
        ],
    );
    check("zh", [("房间约２０平方米。", "房间约20平方米。")]);
    check("ko", [("오후 ６시까지입니다.", "오후 6시까지입니다.")]);
}

#[test]
fn spaces_between_letters_go_where_one_is_surely_wrong() {
    check(
        "zh",
        [
            ("请问 附近 有 银行 吗？", "请问附近有银行吗？"),
            ("孩子 的 教育 问题。", "孩子的教育问题。"),
            ("第一条 为了保护我的权利。", "第一条 为了保护我的权利。"),
            ("的 地 得 是三个字。", "的 地 得 是三个字。"),
            ("姓名 性别 年龄。", "姓名 性别 年龄。"),
        ],
    );
    check(
        "ja",
        [
            (
                "駅前の ラーメン屋は月曜定休です。",
                "駅前のラーメン屋は月曜定休です。",
            ),
            ("申し訳 ございません。", "申し訳ございません。"),
            (
                "これは 田中 太郎さんの本だ。",
                "これは 田中 太郎さんの本だ。",
            ),
            ("きょうは いい てんきです。", "きょうは いい てんきです。"),
            (
                "第一条 この法律は日本で適用する。",
                "第一条 この法律は日本で適用する。",
            ),
        ],
    );
}

#[test]
fn quotation_marks_of_another_script_and_one_too_many_are_corrected() {
    check(
        "zh",
        [
            ("老师说：\"下周一交作业。\"", "老师说：“下周一交作业。”"),
            ("他问：“明天会下雨吗？\"", "他问：“明天会下雨吗？”"),
            (
                "这块屏幕是27\"的，那块是32\"的。",
                "这块屏幕是27\"的，那块是32\"的。",
            ),
        ],
    );
    check(
        "ja",
        [
            (
                "「早く行こう」」と弟が言った。",
                "「早く行こう」と弟が言った。",
            ),
            (
                "彼は「部長が「来週でいい」と言った」と話した。",
                "彼は「部長が『来週でいい』と言った」と話した。",
            ),
            (
                "「はい」「いいえ」のどちらかだ。",
                "「はい」「いいえ」のどちらかだ。",
            ),
        ],
    );
}

#[test]
fn strokes_become_signs_of_long_vowels_in_words_that_have_them() {
    check(
        "ja",
        [
            ("サ-バ-の再起動が終わった。", "サーバーの再起動が終わった。"),
            ("デ－タをメ―ルで送る。", "データをメールで送る。"),
            ("ユ一ザ一名を入れる。", "ユーザー名を入れる。"),
            (
                "ジャン-ポール・サルトルの本。",
                "ジャン-ポール・サルトルの本。",
            ),
            (
                "サーバ-クライアント型の構成。",
                "サーバ-クライアント型の構成。",
            ),
            ("セブン-イレブンに行く。", "セブン-イレブンに行く。"),
        ],
    );
}
