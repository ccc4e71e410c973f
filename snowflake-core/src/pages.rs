//! Pages of a list that is ordered by its IDs, in the manner of Relay's connections.

use core::fmt;
use std::boxed::Box;
use std::string::String;
use std::vec::Vec;

use crate::id::Id;
use crate::text::ParseError;

/// A list of rows in the order of their IDs, shown in pages: which way it goes,
/// and how many rows a page has.
///
/// It turns `after`, `before`, `first` and `last` into the bounds, order and limit of an SQL query, and
/// the rows into a page. The key is the cursor, so a page starts where the last one ended,
/// whatever was inserted or deleted since. The database reads one row more than the page shows.
///
/// ```
/// # use snowflake_kit_core::{Id, Snowflake, SnowflakeId};
/// # use snowflake_kit_derive::SnowflakeId;
/// use snowflake_kit_core::pages::{Keyset, PageError, Slice};
/// # #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// # struct PostId(Snowflake);
///
/// /// Posts, the newest first: 20 on a page unless the client says how many, at most 100.
/// const POSTS: Keyset = Keyset::descending().page_size(20, 100);
///
/// /// `GET /posts?after=…&first=…`
/// fn posts(after: Option<String>, first: Option<i32>) -> Result<Slice<PostId>, PageError> {
///     let page = POSTS.page::<PostId>(after, None, first, None)?;
///
///     // SELECT … FROM posts WHERE id > … AND id < … ORDER BY id … LIMIT …
///     let mut rows: Vec<_> = (1..=5).rev().map(PostId::constant).collect();
///     rows.retain(|id| page.greater_than().is_none_or(|after| *id > after));
///     rows.retain(|id| page.less_than().is_none_or(|before| *id < before));
///     rows.truncate(page.limit() as usize);
///
///     Ok(page.slice(rows))
/// }
///
/// let page = posts(Some("4".to_owned()), Some(2))?;
/// assert_eq!(page.rows, [PostId::constant(3), PostId::constant(2)]);
/// assert!(page.has_next_page);
///
/// let error = posts(None, Some(101)).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "\"first\" is 101: a page has at most 100 rows; ask for the next one with \"after\"",
/// );
/// # Ok::<(), PageError>(())
/// ```
///
/// # Rows that appear while a client reads
///
/// No row is shown twice, and every row that exists the whole time is shown. A new row is shown if
/// it comes after the last cursor in the direction in which the client reads.
///
/// IDs are minted before rows are committed. So a row with a smaller ID may appear after the newest
/// row of a page was shown, and a client that reads towards the newest row misses it. If that
/// matters, end the list before now, by the longest time that a transaction takes:
/// `id <= *PostId::range(..now - 10 seconds).end()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keyset {
    order: Order,
    default: u32,
    max: u32,
}

/// The order of rows by their IDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// The oldest first.
    Ascending,
    /// The newest first.
    Descending,
}

impl Order {
    /// The other one.
    #[must_use]
    pub const fn reverse(self) -> Self {
        match self {
            Self::Ascending => Self::Descending,
            Self::Descending => Self::Ascending,
        }
    }
}

impl Keyset {
    /// A list that begins with the smallest ID, the oldest row. Pages have 50
    /// rows, or as many as the client asks for, up to 100.
    pub const fn ascending() -> Self {
        Self { order: Order::Ascending, default: 50, max: 100 }
    }

    /// A list that begins with the largest ID, the newest row, and otherwise
    /// as [`ascending`](Self::ascending).
    pub const fn descending() -> Self {
        Self { order: Order::Descending, default: 50, max: 100 }
    }

    /// The number of rows on a page: by default, and at most.
    ///
    /// # Panics
    /// If `default` is 0 or larger than `max`, or if `max` is larger than 2^31 - 1, the largest
    /// `Int` of GraphQL. In a `const`, this does not compile.
    #[must_use]
    pub const fn page_size(mut self, default: u32, max: u32) -> Self {
        assert!(default > 0, "a page has at least one row");
        assert!(default <= max, "the page size by default is larger than the largest");
        assert!(max <= i32::MAX.cast_unsigned(), "a page has at most 2^31 - 1 rows");
        self.default = default;
        self.max = max;
        self
    }

    /// The page that a client asks for.
    ///
    /// The cursors are IDs in their text form. If the arguments of the schema are ID types, use
    /// [`page_between`](Self::page_between).
    ///
    /// # Errors
    /// If a cursor is not an ID of this type, if `first` or `last` is negative or larger than the
    /// maximum, or if both are given. The message names the argument, the value and the limit.
    pub fn page<T: Id>(
        self,
        after: Option<String>,
        before: Option<String>,
        first: Option<i32>,
        last: Option<i32>,
    ) -> Result<Page<T>, PageError> {
        let after = cursor("after", after)?;
        let before = cursor("before", before)?;
        self.page_between(after, before, first, last)
    }

    /// The same, for arguments `after: Option<PostId>, before: Option<PostId>`.
    ///
    /// # Errors
    /// As [`page`](Self::page).
    pub fn page_between<T: Id>(
        self,
        after: Option<T>,
        before: Option<T>,
        first: Option<i32>,
        last: Option<i32>,
    ) -> Result<Page<T>, PageError> {
        let (from_end, size) = match (first, last) {
            (Some(_), Some(_)) => return Err(PageError::FirstAndLast),
            (None, None) => (false, self.default),
            (Some(first), None) => (false, self.size("first", first, "after")?),
            (None, Some(last)) => (true, self.size("last", last, "before")?),
        };
        Ok(Page { order: self.order, after, before, from_end, size, beyond: None })
    }

    fn size(
        self,
        argument: &'static str,
        value: i32,
        cursor: &'static str,
    ) -> Result<u32, PageError> {
        let max = self.max;
        match u32::try_from(value) {
            Err(_) => Err(PageError::Negative { argument, value, max }),
            Ok(value) if value > max => Err(PageError::TooLarge { argument, value, max, cursor }),
            Ok(size) => Ok(size),
        }
    }
}

fn cursor<T: Id>(argument: &'static str, text: Option<String>) -> Result<Option<T>, PageError> {
    text.map(|text| T::from_text(&text))
        .transpose()
        .map_err(|error| PageError::Cursor { argument, error: Box::new(error) })
}

/// Why there is no such page. GraphQL has no 32-bit unsigned integers, so sizes can be negative.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PageError {
    /// `after` or `before` is not the text of an ID of the list.
    Cursor {
        /// Which one.
        argument: &'static str,
        /// What is wrong with it.
        error: Box<ParseError>,
    },
    /// `first` or `last` is negative.
    Negative {
        /// Which one.
        argument: &'static str,
        /// What it is.
        value: i32,
        /// The most rows of a page.
        max: u32,
    },
    /// `first` or `last` is more than a page has.
    TooLarge {
        /// Which one.
        argument: &'static str,
        /// What it is.
        value: u32,
        /// The most rows of a page.
        max: u32,
        /// With which cursor the client asks for the next page.
        cursor: &'static str,
    },
    /// `first` and `last` are both given.
    FirstAndLast,
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cursor { argument, error } => {
                write!(f, "\"{argument}\" is not a cursor of this list: {error}")
            }
            Self::Negative { argument, value, max } => {
                write!(f, "\"{argument}\" is {value}: expected a number from 0 to {max}")
            }
            Self::TooLarge { argument, value, max, cursor } => write!(
                f,
                "\"{argument}\" is {value}: a page has at most {max} rows; ask for the next one \
                 with \"{cursor}\""
            ),
            Self::FirstAndLast => {
                f.write_str("\"first\" and \"last\" are both given: leave one of them out")
            }
        }
    }
}

impl core::error::Error for PageError {}

/// One page of a [`Keyset`]: what to select, and what to make of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page<T> {
    order: Order,
    after: Option<T>,
    before: Option<T>,
    /// Whether the last rows of the list are wanted.
    from_end: bool,
    size: u32,
    beyond: Option<bool>,
}

impl<T: Id> Page<T> {
    /// `WHERE id > …`, if there is one.
    pub fn greater_than(&self) -> Option<T> {
        match self.order {
            Order::Ascending => self.after,
            Order::Descending => self.before,
        }
    }

    /// `AND id < …`, if there is one.
    pub fn less_than(&self) -> Option<T> {
        match self.order {
            Order::Ascending => self.before,
            Order::Descending => self.after,
        }
    }

    /// `ORDER BY id …`: the order of the list, or the reverse for its last rows.
    /// [`slice`](Self::slice) puts them into the order of the list.
    pub fn order(&self) -> Order {
        if self.from_end { self.order.reverse() } else { self.order }
    }

    /// `LIMIT …`: one row more than the page has. That row shows that there is another page.
    pub fn limit(&self) -> u32 {
        self.size + 1
    }

    /// The most rows that the page has.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The condition for rows on the side of the page from which the client comes; `None` if the
    /// page starts at an end of the list.
    ///
    /// The query for the page does not find these rows. By default, the row of the cursor is
    /// assumed to exist: `hasPreviousPage` is true if there is an `after`, and, when the client
    /// reads backwards, `hasNextPage` is true if there is a `before`. If rows are deleted and the
    /// flag must be exact, query the database, and pass the result to
    /// [`with_beyond`](Self::with_beyond).
    ///
    /// ```
    /// # use snowflake_kit_core::{Snowflake, SnowflakeId};
    /// # #[derive(snowflake_kit_derive::SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_kit_core")]
    /// # struct PostId(Snowflake);
    /// use snowflake_kit_core::pages::{Beyond, Keyset};
    ///
    /// let page = Keyset::ascending().page::<PostId>(Some("7".into()), None, Some(10), None).unwrap();
    /// // SELECT EXISTS (SELECT 1 FROM posts WHERE id <= 7)
    /// assert_eq!(page.beyond(), Some(Beyond::AtMost("7".parse().unwrap())));
    /// let page = page.with_beyond(false);
    /// ```
    pub fn beyond(&self) -> Option<Beyond<T>> {
        let cursor = if self.from_end { self.before? } else { self.after? };
        Some(match self.order() {
            Order::Ascending => Beyond::AtMost(cursor),
            Order::Descending => Beyond::AtLeast(cursor),
        })
    }

    /// Says whether there are rows [`beyond`](Self::beyond) the page.
    #[must_use]
    pub fn with_beyond(mut self, rows: bool) -> Self {
        self.beyond = Some(rows);
        self
    }

    /// The rows of the page, from those that the query found, in the order of the list; and whether
    /// there are more rows before and after them.
    pub fn slice<Row>(&self, mut rows: Vec<Row>) -> Slice<Row> {
        let size = self.size as usize;
        let ahead = rows.len() > size;
        rows.truncate(size);
        let beyond = self.beyond().is_some() && self.beyond.unwrap_or(true);
        if self.from_end {
            rows.reverse();
            Slice { rows, has_previous_page: ahead, has_next_page: beyond }
        } else {
            Slice { rows, has_previous_page: beyond, has_next_page: ahead }
        }
    }
}

/// The other side of a page, see [`Page::beyond`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond<T> {
    /// `WHERE id <= …`
    AtMost(T),
    /// `WHERE id >= …`
    AtLeast(T),
}

/// The rows of a page, and what is around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice<Row> {
    /// The rows in the order of the list.
    pub rows: Vec<Row>,
    /// Whether there are rows before them.
    pub has_previous_page: bool,
    /// Whether there are rows after them.
    pub has_next_page: bool,
}
