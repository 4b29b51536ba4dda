//! The results of a match, in words and in JSON.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::super::language::Language;
use crate::arena::{
    Cause, Encounter, Estimate, Failures, Header, Interval, Sprt, SprtResult, Summary, Tally,
};

/// A number that JSON can hold; null for what is infinite.
fn number(value: f64) -> Value {
    json!(value.is_finite().then_some(value))
}

fn interval_json(interval: &Interval) -> Value {
    let Interval { value, low, high } = *interval;
    json!({ "value": number(value), "low": number(low), "high": number(high) })
}

fn encounter_json(header: &Header, met: &Encounter) -> Value {
    let Tally { wins, draws, losses, pairs } = met.tally;
    json!({
        "one": header.engines[met.one][0],
        "other": header.engines[met.other][0],
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "pairs": pairs,
    })
}

fn estimate_json(estimate: &Estimate) -> Value {
    json!({
        "score": interval_json(&estimate.score),
        "elo": interval_json(&estimate.elo),
        "normalised": interval_json(&estimate.normalised),
        "superiority": estimate.superiority,
    })
}

fn sprt_json((sprt, ratio, verdict): &(Sprt, f64, Option<SprtResult>)) -> Value {
    let [low, high] = sprt.bounds();
    json!({
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "llr": ratio,
        "low": low,
        "high": high,
        "verdict": verdict.map(|verdict| verdict.to_string()),
    })
}

pub(super) fn summary_json(header: &Header, summary: &Summary) -> Value {
    let engine = |at: usize| {
        let (points, games) = summary.points(at);
        let rating = summary.ratings[at];
        let by_cause = |of: fn(&Failures) -> Value| -> Map<String, Value> {
            summary.failures[at].iter().map(|(&cause, lost)| (cause_name(cause), of(lost))).collect()
        };
        json!({
            "name": header.engines[at][0],
            "games": games,
            "points": points,
            "rating": number(rating.elo),
            "error": number(rating.error),
            "failures": by_cause(|lost| json!(lost.count)),
            "failed_first": by_cause(|lost| json!({ "game": lost.first.0, "reason": lost.first.1 })),
        })
    };
    let engines: Vec<Value> = summary.ranking().into_iter().map(engine).collect();
    let met: Vec<Value> = summary.encounters.iter().map(|met| encounter_json(header, met)).collect();
    json!({
        "game": header.game,
        "games": summary.games,
        "missing": summary.missing,
        "engines": engines,
        "encounters": met,
        "estimate": summary.estimate.as_ref().map(estimate_json),
        "sprt": summary.sprt.as_ref().map(sprt_json),
    })
}

pub(super) fn write_summary(
    language: Language,
    header: &Header,
    summary: &Summary,
    out: &mut dyn Write,
) -> io::Result<()> {
    match &summary.encounters[..] {
        [only] if header.engines.len() == 2 => write_pair(language, header, only, summary, out)?,
        _ => write_table(language, header, summary, out)?,
    }
    for (engine, failures) in header.engines.iter().zip(&summary.failures) {
        let name = &engine[0];
        for (&cause, Failures { count, first: (number, reason) }) in failures {
            let words = language.of(
                format!(
                    "{name} lost {count} by {}, game {number} first: {reason}",
                    cause_words(Language::En, cause)
                ),
                format!(
                    "{name} thua {count} ván vì {}, trước hết là ván {number}: {reason}",
                    cause_words(Language::Vi, cause)
                ),
            );
            writeln!(out, "{words}")?;
        }
    }
    let missing = summary.missing;
    if missing > 0 {
        let words = language
            .of(format!("{missing} games have no result yet"), format!("{missing} ván chưa có kết quả"));
        writeln!(out, "{words}")?;
    }
    Ok(())
}

/// A cause as records write it.
fn cause_name(cause: Cause) -> String {
    json!(cause).as_str().unwrap_or_default().to_owned()
}

/// Why somebody lost whom the rules did not beat.
fn cause_words(language: Language, cause: Cause) -> String {
    let vietnamese = match cause {
        Cause::Rules => "luật chơi",
        Cause::Resignation => "xin thua",
        Cause::Adjudication => "xử thắng thua",
        Cause::IllegalMove => "nước đi sai luật",
        Cause::Time => "hết giờ",
        Cause::Crash => "chương trình hỏng",
        Cause::Hang => "không trả lời",
        Cause::Flood => "nói quá nhiều",
    };
    language.of(cause_name(cause).replace('-', " "), vietnamese.to_owned())
}

fn write_pair(
    language: Language,
    header: &Header,
    met: &Encounter,
    summary: &Summary,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Tally { wins, draws, losses, pairs } = met.tally;
    let [one, other] = [met.one, met.other].map(|engine| &header.engines[engine][0]);
    let games = met.tally.games();
    let words = language.of(
        format!("{one} against {other}: {games} games, {wins} won, {draws} drawn, {losses} lost"),
        format!("{one} gặp {other}: {games} ván, thắng {wins}, hòa {draws}, thua {losses}"),
    );
    writeln!(out, "{words}")?;
    let Some(estimate) = &summary.estimate else { return Ok(()) };
    let shares = [0, 1, 2, 3, 4].map(|halves: usize| pairs[halves].to_string()).join(" ");
    let of_pairs = language.of("pairs with 0, ½, 1, 1½, 2 points", "số cặp ván được 0, ½, 1, 1½, 2 điểm");
    writeln!(out, "{of_pairs}: {shares}")?;
    let percent = |interval: &Interval| Interval {
        value: 100.0 * interval.value,
        low: 100.0 * interval.low,
        high: 100.0 * interval.high,
    };
    let row = |english, vietnamese, interval: &Interval| {
        format!("{:11} {}", language.of(english, vietnamese), interval_text(language, interval))
    };
    writeln!(out, "{} %", row("score", "tỷ lệ điểm", &percent(&estimate.score)))?;
    writeln!(out, "{}", row("Elo", "Elo", &estimate.elo))?;
    writeln!(out, "{}", row("normalised", "chuẩn hóa", &estimate.normalised))?;
    let better = language.of("better with probability", "xác suất mạnh hơn");
    writeln!(out, "{better} {:.1} %", 100.0 * estimate.superiority)?;
    if let Some((sprt, ratio, verdict)) = &summary.sprt {
        let [low, high] = sprt.bounds();
        let (elo0, elo1) = (sprt.elo0, sprt.elo1);
        let undecided = || language.of("not decided", "chưa ngã ngũ").to_owned();
        let verdict = verdict.as_ref().map_or_else(undecided, |verdict| verdict_words(language, verdict));
        let words = language.of(
            format!("{verdict}, log-likelihood ratio {ratio:.2} of {low:.2} to {high:.2}"),
            format!("{verdict}, log tỷ số hợp lý {ratio:.2} trong khoảng {low:.2} đến {high:.2}"),
        );
        writeln!(out, "SPRT {elo0},{elo1}: {words}")?;
    }
    Ok(())
}

fn verdict_words(language: Language, verdict: &SprtResult) -> String {
    let vietnamese = match verdict {
        SprtResult::Accepted => "chấp nhận",
        SprtResult::Rejected => "bác bỏ",
    };
    language.of(verdict.to_string(), vietnamese.to_owned())
}

fn interval_text(language: Language, interval: &Interval) -> String {
    let Interval { value, low, high } = *interval;
    // Pairs that all ended alike say nothing of the error.
    if low == high {
        return format!("{} ({})", tenths(value), language.of("error unknown", "chưa rõ sai số"));
    }
    match value.is_finite() {
        true => format!("{} ({} {} {})", tenths(value), tenths(low), language.of("to", "đến"), tenths(high)),
        false => tenths(value),
    }
}

/// A number with one decimal place; what is rounded to nothing has no sign.
fn tenths(value: f64) -> String {
    format!("{:.1}", (value * 10.0).round() / 10.0 + 0.0)
}

/// The cross table: a row for each engine, the best first, its points against each other one.
fn write_table(
    language: Language,
    header: &Header,
    summary: &Summary,
    out: &mut dyn Write,
) -> io::Result<()> {
    let ranking = summary.ranking();
    let name = |engine: usize| header.engines[engine][0].as_str();
    let wide = ranking.iter().map(|&engine| name(engine).chars().count()).max().unwrap_or(0).max(6);
    let cell = |row: usize, column: usize| match summary.between(row, column) {
        Some(tally) => format!("{}", tally.points()),
        None => "-".to_owned(),
    };
    let cells = ranking.iter().flat_map(|&row| ranking.iter().map(move |&column| cell(row, column).len()));
    let narrow = cells.max().unwrap_or(1).max(3);
    let heads = language
        .of(["engine", "rating", "error", "points", "games"], ["máy", "hệ số", "sai số", "điểm", "ván"]);
    let [engine, rating, error, points, games] = heads;
    write!(out, "    {engine:wide$} {rating:>8} {error:>7} {points:>7} {games:>6}")?;
    for place in 1..=ranking.len() {
        write!(out, " {place:>narrow$}")?;
    }
    writeln!(out)?;
    for (place, &engine) in ranking.iter().enumerate() {
        let (points, games) = summary.points(engine);
        let rating = summary.ratings[engine];
        let (elo, error) = (rating.elo, rating.error);
        write!(
            out,
            "{:>3} {:wide$} {elo:>8.1} {error:>7.1} {points:>7} {games:>6}",
            place + 1,
            name(engine)
        )?;
        for &other in &ranking {
            write!(out, " {:>narrow$}", cell(engine, other))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
