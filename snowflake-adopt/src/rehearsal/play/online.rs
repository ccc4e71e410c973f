//! The widening without a long lock, file by file, with programs of today between the files.

use super::super::rows::Writer;
use super::compare::outcome;
use super::{Objects, Play, Rows, Stage};
use crate::catalog::UNDER_WAY;

impl Play<'_> {
    /// What fails or is lost.
    pub(super) async fn online<S: Stage>(
        &mut self,
        stage: &mut S,
        rows: &Rows<'_>,
        changed: &Objects,
    ) -> Result<Vec<String>, String> {
        // The way back may have written a cast out.
        let before = stage.objects().await?;
        let [files @ .., swap, undo] = self.proposal.online else { return Ok(Vec::new()) };
        // Some of the files may have been run in the database itself.
        let is_fresh = !before.values().any(|text| text.contains(UNDER_WAY));
        for way in [Some(undo), None].into_iter().filter(|way| is_fresh || way.is_none()) {
            for step in files.iter().chain([way.unwrap_or(swap)]) {
                if let Err(words) = stage.run_file(&step.statements).await {
                    return Ok(vec![format!("{} fails: {words}", step.file)]);
                }
                // The second time, programs have been tried after the same files.
                if step.file != swap.file && (way.is_some() || !is_fresh) {
                    let failed = self.fails_now(stage, rows, changed).await?;
                    if !failed.is_empty() {
                        let after = |words| format!("after {}, {words}", step.file);
                        return Ok(failed.into_iter().map(after).collect());
                    }
                }
            }
            let after = stage.objects().await?;
            let is_same = |object: &str, was: &str, is: Option<&str>| match is {
                Some(is) => way.is_none() || is == was,
                // These go with the old columns, as the report says.
                None => way.is_none() && object.starts_with("comment "),
            };
            let file = way.unwrap_or(swap).file;
            let lost = before.iter().filter(|_| is_fresh).filter_map(|(object, was)| {
                let is = after.get(object).map(String::as_str);
                (!is_same(object, was, is)).then(|| outcome(object, was, is, file))
            });
            let lost: Vec<_> = lost.collect();
            if !lost.is_empty() {
                return Ok(lost);
            }
        }
        let mut refused = Vec::new();
        stage.execute("BEGIN").await?;
        for (name, table) in self.tables() {
            let Some(numbers) = rows.more.get(name) else { continue };
            let has_failed =
                self.done.obstacles.iter().any(|known| known.name == format!("insert:{name}"));
            let words = self.attempt(stage, name, table, Writer::Minting, numbers).await;
            if let Some(words) = words.filter(|_| !has_failed) {
                refused.push(format!("after {}, {name} refuses a minted key: {words}", swap.file));
            }
        }
        let _ = stage.execute("ROLLBACK").await;
        Ok(refused)
    }

    /// What a program of today cannot do any more.
    async fn fails_now(
        &self,
        stage: &mut impl Stage,
        rows: &Rows<'_>,
        changed: &Objects,
    ) -> Result<Vec<String>, String> {
        stage.execute("BEGIN").await?;
        let mut failed = self.refused(stage, rows).await;
        failed.extend(self.change(stage, rows, changed).await);
        // A trigger may have done that already.
        let _ = stage.execute("ROLLBACK").await;
        Ok(failed.into_iter().map(|(of, words)| format!("{of} fails: {words}")).collect())
    }
}
