//! Rows that link to each other, table by table.

use sea_orm::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{DatabaseTransaction, DbBackend, IntoActiveModel, Iterable};

use crate::model::{Channel, Graph, Guild, channel, guild, member, message, reaction, user};

pub(super) async fn graph(db: &DatabaseTransaction, graph: &Graph) -> Result<(), DbErr> {
    insert(db, user::Entity, &graph.users).await?;
    if db.get_database_backend() == DbBackend::MySql {
        // Which checks links row by row: those that close a circle are set when
        // what they point to is there.
        let (guilds, channels) = graph.without_circles();
        insert(db, guild::Entity, &guilds).await?;
        insert(db, channel::Entity, &channels).await?;
    } else {
        insert(db, guild::Entity, &graph.guilds).await?;
        insert(db, channel::Entity, &graph.channels).await?;
    }
    insert(db, member::Entity, &graph.members).await?;
    insert(db, message::Entity, &graph.messages).await?;
    insert(db, reaction::Entity, &graph.reactions).await?;
    if db.get_database_backend() == DbBackend::MySql {
        close_circles(db, graph).await?;
    }
    Ok(())
}

/// Rows of one table, in as few statements as the database takes.
async fn insert<E, R>(db: &DatabaseTransaction, _: E, rows: &[R]) -> Result<(), DbErr>
where
    E: EntityTrait,
    E::ActiveModel: Send,
    R: IntoActiveModel<E::ActiveModel> + Clone + Sync,
{
    let values = match db.get_database_backend() {
        DbBackend::Sqlite => 32_766,
        _ => 65_535,
    };
    for rows in rows.chunks(values / E::Column::iter().count()) {
        E::insert_many(rows.iter().cloned().map(R::into_active_model))
            .exec_without_returning(db)
            .await?;
    }
    Ok(())
}

/// Sets what the channels pin, and where the guilds greet: all rows are there.
async fn close_circles(db: &DatabaseTransaction, graph: &Graph) -> Result<(), DbErr> {
    let guilds = graph.guilds.iter().filter(|guild| guild.welcome_id.is_some()).cloned();
    let mut welcome = OnConflict::column(guild::Column::Id);
    welcome.update_column(guild::Column::WelcomeId);
    guild::Entity::insert_many(guilds.map(Guild::into_active_model))
        .on_conflict(welcome)
        .exec_without_returning(db)
        .await?;
    let channels = graph.channels.iter().filter(|channel| channel.pinned_id.is_some()).cloned();
    let mut pin = OnConflict::column(channel::Column::Id);
    pin.update_column(channel::Column::PinnedId);
    channel::Entity::insert_many(channels.map(Channel::into_active_model))
        .on_conflict(pin)
        .exec_without_returning(db)
        .await?;
    Ok(())
}
