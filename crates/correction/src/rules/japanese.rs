//! Japanese rules that patterns cannot express: the long vowel mark, and repeated words.

use dragoman_language::Language;
use dragoman_text::Edit;

use crate::editable_text::EditableText;
use crate::scripts::{is_han, is_hiragana};

pub(super) const RULES: &[super::rule_function::RuleFunction] = &[long_vowels, repeated_nouns];

/// Words with long vowels. A list, because foreign names may have hyphens between katakana too.
const LONG: &str = "アーティスト アクセサリー アダプター アドバイザー アニメーション アプリケーション アプローチ \
    アラーム アレルギー アンケート インストール インターネット インタビュー インフォメーション ウイルスソフトウェア \
    エネルギー エラー エレベーター オークション オーケストラ オーダー オープン オペレーター カード カーテン カラー \
    カレー カレンダー ガード キーボード キーワード キャンペーン グループ ケーキ ケーブル ケース ゲーム コース コーナー \
    コーヒー コード コピー コミュニケーション コンサート コンピュータ コンピューター サーバ サーバー サービス サポート \
    シート シリーズ シャワー シーズン スーパー スーツ スキー スケジュール スタート スタッフミーティング ストーリー ストレージ \
    スピーカー スピード スペース スポーツ スマートフォン セーター セール セキュリティー セミナー センター ソース ソート \
    タイマー タクシー ダウンロード チーズ チーム チェーン チャージ ツール ツアー テーブル テーマ テープ デート データ \
    データベース デザイナー デジタルカメラ デパート トースト トーナメント ドライバー ドーム ナンバー ニュース \
    ノート ハードウェア ハードディスク バージョン バーコード バター バッテリー バレーボール パーセント パーティ パーティー \
    パーク パスワード パスポート パターン パートナー ヒーター ビール ピアノコンサート フォーマット フォーム フォルダー \
    フリー プリンター プレーヤー プレゼンテーション プログラマー プロジェクター ページ ペーパー ベースボール ボード \
    ボール ボーナス ポイントカード ポスター マーク マーケット マーケティング マスター マナー マネージャー ミーティング \
    ミュージック メーカー メーター メート メール メールアドレス メッセージ メニュー メンバー モーター モード ユーザ ユーザー \
    ヨーロッパ ラーメン リーダー リスト ルート ルール レーザー レシーバー レストランカード レポート レビュー \
    ローマ ロード ロボットメーカー ワークショップ";

/// Whether a character is written for the long vowel mark by mistake.
const fn is_stroke(c: char) -> bool {
    matches!(c, '-' | '‐' | '－' | '―' | '—' | '–' | '─' | '一')
}

const fn is_katakana(c: char) -> bool {
    matches!(c, '\u{30a1}'..='\u{30fa}' | 'ー')
}

/// Replaces dashes, and the character for one, by the long vowel mark in known words.
fn long_vowels(editable: &EditableText, _: Language) -> Vec<Edit> {
    let text = editable.text();
    let mut edits = Vec::new();
    if !text.contains(is_stroke) {
        return edits;
    }
    let words: Vec<Vec<char>> = LONG
        .split_whitespace()
        .map(|word| word.chars().collect())
        .collect();
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let runs = chars.split(|(_, c)| !is_katakana(*c) && !is_stroke(*c));
    // In "サーバ一台" and "ユーザ一覧" a number or another word begins with the character.
    let is_counted = |end: usize| {
        let after = text.get(end..).and_then(|rest| rest.chars().next());
        after.is_some_and(|c| is_han(c) || c == 'つ')
    };
    for run in runs.filter(|run| run.iter().any(|(_, c)| is_stroke(*c))) {
        for start in 0..run.len() {
            let rest = run.get(start..).unwrap_or_default();
            let found = words.iter().filter(|word| matches(rest, word));
            let Some(longest) = found.max_by_key(|word| word.len()) else {
                continue;
            };
            let letters = rest.get(..longest.len()).unwrap_or_default();
            let strokes = letters.iter().filter(|(_, c)| is_stroke(*c));
            let is_only = strokes.clone().count() == 1;
            let strokes = strokes.filter(|(at, c)| !(is_only && is_counted(*at + c.len_utf8())));
            edits.extend(strokes.map(|(at, c)| Edit {
                range: *at..*at + c.len_utf8(),
                text: "ー".to_owned(),
            }));
        }
    }
    edits
}

/// Whether letters begin with a word, ignoring its long vowel marks. A hyphen at the end of the word may join it to
/// another one.
fn matches(letters: &[(usize, char)], word: &[char]) -> bool {
    let Some(begin) = letters.get(..word.len()) else {
        return false;
    };
    let is_same = |((_, c), wanted): (&(usize, char), &char)| {
        c == wanted || (*wanted == 'ー' && is_stroke(*c))
    };
    let inner = begin.split_last().map_or(begin, |(_, inner)| inner);
    let has_inner_stroke = inner.iter().any(|(_, c)| is_stroke(*c));
    let ends_with_stroke = begin.last().is_some_and(|(_, c)| is_stroke(*c));
    let is_joint = ends_with_stroke && letters.len() > word.len() && !has_inner_stroke;
    begin.iter().zip(word).all(is_same) && !is_joint
}

/// Removes the repetition of a noun and its particle, unless it is emphasis.
fn repeated_nouns(editable: &EditableText, _: Language) -> Vec<Edit> {
    // "さん" and "の" are left out: a name may be called twice, and a friend may have friends.
    const PARTICLES: [&str; 5] = ["を", "で", "が", "について", "から"];
    const EMPHATIC: [&str; 10] = [
        "本当", "絶対", "全部", "自分", "今度", "大変", "一人", "次", "明日", "今日",
    ];
    // After other nouns, a repeated "で" shows a degree: "心配で心配で".
    const PLACES: &str = "室館店所場駅校園京阪社院市県国内屋族";
    let text = editable.text();
    let mut edits = Vec::new();
    let mut word = String::new();
    for (at, c) in text.char_indices() {
        if is_hiragana(c) && !word.is_empty() {
            let begin = at - word.len();
            let rest = text.get(at..).unwrap_or_default();
            for particle in PARTICLES.iter().filter(|it| rest.starts_with(**it)) {
                let unit = format!("{word}{particle}");
                let second = begin + unit.len()..begin + 2 * unit.len();
                let is_long = word.chars().nth(1).is_some();
                let is_place = word.ends_with(|c| PLACES.contains(c));
                // Complaints and cries repeat a noun: "仕事が仕事がと言う", "先生が先生が！".
                let after = text.get(second.end..).unwrap_or_default();
                let is_whole_utterance =
                    after.starts_with(['と', 'っ', '！', '」', '…', '、', '。']);
                if is_long
                    && !is_whole_utterance
                    && (**particle != *"で" || is_place)
                    && text.get(second.clone()) == Some(&unit)
                    && !EMPHATIC.contains(&word.as_str())
                {
                    edits.push(Edit {
                        range: second,
                        text: String::new(),
                    });
                    break;
                }
            }
        }
        if is_han(c) || is_katakana(c) {
            word.push(c);
        } else {
            word.clear();
        }
    }
    edits
}
