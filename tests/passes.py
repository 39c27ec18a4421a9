"""Which tests run on SQLite and which on PostgreSQL and Redis, where both are there: each runs once, but for a few.

On PostgreSQL, which sites of communities run on, runs each test of the site; of one with parameters the first, and all
of them where it has transactions of its own, which may wait for one another. Left to SQLite are the other parameters
and what comes to the same whatever the data lie in; so are the sites that browsers open. On both runs what each
database does in a way of its own. `pytest` runs all tests on SQLite, and leaves out by `--beside-postgresql` what the
run on PostgreSQL does, which has `--everything` for what is left to SQLite.
"""

ON_SQLITE_ALONE = {
    "rules": "knows no database",
    "opponent": "plays by the rules alone, which know no database",
    "browser": "scripts in a browser, with a server of its own",
    "engines": "the same in other browsers",
    "frontend/test_aid.py": "tables of the rules",
    "frontend/test_cost_of_pages.py": "how many statements a page takes, which is the same",
    "frontend/test_editions.py": "a form, words of pages and mails, and refusals",
    "frontend/test_display.py": "choices of looks; the matrix saves some on PostgreSQL",
    "frontend/test_joining.py": "texts of scripts",
    "frontend/test_language.py": "which language a page is in; the matrix opens every page on PostgreSQL",
    "frontend/test_lobby_pages.py": "words and links of pages; the matrix opens every page on PostgreSQL",
    "frontend/test_looks.py": "style sheets",
    "frontend/test_map.py": "drawings",
    "frontend/test_modules.py": "which script imports which",
    "frontend/test_pages.py": "words and links of pages; the matrix opens every page on PostgreSQL",
    "frontend/test_standing_orders.py": "a form",
    "frontend/test_static_files.py": "files",
    "frontend/test_talk_pages.py": "words and links of pages; the matrix opens every page on PostgreSQL",
    "frontend/test_translations.py": "catalogs of texts",
    "frontend/test_view_types.py": "types of scripts",
    "frontend/test_tournament_pages.py": "words and links of pages; the matrix opens every page on PostgreSQL",
    "frontend/test_words.py": "sentences",
    "disputes/test_acts.py::test_no_act_without_a_reason": "refused before the database is asked",
    "disputes/test_casefile.py": "what is told of positions that have been read",
    "disputes/test_mail_words.py": "sentences",
    "disputes/test_pages.py": "words and links of pages; what they do is done on PostgreSQL in others",
    "disputes/test_wording.py": "sentences",
    "matrix/test_matrix.py::test_the_admin_is_for_staff_alone_and_leaves_the_games_be": (
        "statuses; others open its pages on PostgreSQL"
    ),
    "games/alerts/test_every_mail.py": "words of mails",
    "games/alerts/test_guard.py": "requests to other sites",
    "games/alerts/test_mails.py": "words of mails",
    "games/alerts/test_subjects.py": "words of mails",
    "games/clocks/test_calendars.py": "arithmetic",
    "tournaments/test_pairing.py": "pairings know no database",
    "games/test_bot_of_the_docs.py": "programs that use the API; other whole games are played on PostgreSQL",
    "games/test_description.py": "forms of answers",
    "games/test_generated_client.py": "types of a client",
    "games/test_news.py::test_alone_the_news_of_each_side_are_its_own_history": "views, through many acts",
    "games/test_news.py::test_the_news_of_a_game_are_its_history_for_players_and_spectators": (
        "views, through many acts"
    ),
    "games/test_one_form.py": "names and forms of answers",
    "games/test_permissions.py": "statuses; those of the matrix are asked for on PostgreSQL",
    "games/test_admin.py::test_nothing_in_the_admin_tells_that_somebody_plans": "pages, of rows that are the same",
    "games/test_bad_input.py::test_bytes_that_are_no_decent_json_are_refused": "refused before the database is asked",
    "games/test_whole_game.py": "six years; bots play two of them on PostgreSQL",
    "games/computer/test_playing.py::test_a_whole_game_against_the_squire_ends_on_the_board": (
        "parts of such games run on PostgreSQL"
    ),
    "games/test_state_cache.py::test_no_table_of_a_game_takes_more_memory_than_is_counted": "what is kept in memory",
    "games/test_provisional_moves.py": "views and histories, of rows that are the same",
    "games/test_lobby_payloads.py": "names and forms of answers",
    "games/test_replay.py": "views, made of events that have been read",
    "games/test_site.py::test_a_local_site_starts_with_nothing_configured": (
        "a process that reads its settings, and no database"
    ),
    "games/test_site.py::test_a_production_site_starts_when_it_is_configured": (
        "a process that reads its settings, and no database"
    ),
    "games/test_site.py::test_migrations_are_up_to_date": "models and files",
    "games/test_site.py::test_the_schema_describes_the_api_without_a_warning": "names and forms of answers",
    "games/test_site.py::test_unsafe_settings_refuse_to_start": "processes that stop at their settings",
    "games/test_secrecy.py::test_neither_views_nor_histories_name_hidden_blocks": (
        "views and histories, through many acts"
    ),
    "games/test_standing_orders.py::test_games_under_orders_of_both_sides_can_be_repeated_from_the_record": (
        "the rules, through many acts"
    ),
    "games/test_standing_orders.py::test_the_enemy_and_spectators_see_the_same_as_if_he_had_played_himself": "views",
    "games/test_talk.py::test_no_answer_to_others_holds_a_word_of_talk_or_notebook": "answers, by many examples",
    "parts/test_all_checks.py": "a script among programs that do nothing",
    "parts/test_audit.py": "lists of packages",
    "parts/test_bootstrap.py": "a script among programs that do nothing",
    "parts/test_deployment.py": "files that an operator copies",
    "parts/test_plain_runtime.py::test_a_game_is_played_on_sqlite": "a site of its own, on SQLite",
    "parts/test_programs.py": "a script among programs that do nothing",
    "parts/test_starting.py": "processes that stop at their settings, with settings of their own",
    "security/test_api_fuzz.py::test_the_fuzzer_finds_errors_and_changes_by_refused_requests": (
        "shows that another test can fail"
    ),
    "security/test_costs.py::test_six_tabs_that_look_back_through_a_long_game_and_fast_clicks_meet_no_limit": (
        "sums in memory"
    ),
    "security/test_costs.py::test_each_language_has_its_own_words": "what is kept in memory, of a record read once",
    "security/test_costs.py::test_the_description_of_the_api_is_made_once_for_each_language_and_form": (
        "what is kept in memory"
    ),
    "security/test_costs.py::test_what_is_kept_has_an_end": "what is kept in memory, of a record read once",
    "security/test_costs.py::test_what_is_kept_is_what_would_be_made": "what is kept in memory, of a record read once",
    "security/test_secrecy.py::test_two_worlds_look_the_same_by_every_byte_that_a_browser_can_get": (
        "views, of rows that are the same"
    ),
    "security/test_forms.py": "refused before the database is asked",
    "security/test_headers.py": "headers",
    "security/test_parsers.py": "parsers",
    "security/test_secrecy.py::test_the_attacker_finds_what_a_careless_site_would_tell": (
        "shows that another test can fail"
    ),
    "test_conduct.py": "how the tests are run",
    "test_documents.py": "documents",
    "test_imports.py": "what imports what",
    "test_luck.py": "how the tests are run",
    "test_public_names.py": "names in the code",
}

ON_POSTGRESQL = {
    "matrix/test_matrix.py": "every page and every address",
}
"""With all parameters."""

ON_BOTH = {
    "disputes/test_kept_by_the_database.py": "triggers, which each database writes in its own words",
    "games/test_record.py": "triggers",
    "games/test_simultaneous.py": "who waits for whom",
    "games/test_statements.py": "SQL of our own, and how many statements an act takes",
    "parts/test_away_and_back.py": "processes of a site on either",
    "parts/test_backup.py": "each database has a way of its own to be copied",
    "parts/test_turns_at_writing.py": "SQLite is written to in turns",
    "parts/test_upgrading.py": "migrations",
    "tournaments/test_simultaneous.py": "who waits for whom",
}


def runs_on(test: str, *, again: bool = False, waits: bool = False, needs_real_parts: bool = False) -> set[str]:
    """Where the test of this id runs: `again` with other parameters, `waits` if it has transactions of its own."""
    if needs_real_parts:
        return {"postgresql"}
    if _is_of(ON_BOTH, test):
        return {"sqlite", "postgresql"}
    left = _is_of(ON_SQLITE_ALONE, test) or (again and not waits and not _is_of(ON_POSTGRESQL, test))
    return {"sqlite"} if left else {"postgresql"}


def _is_of(places: dict[str, str], test: str) -> bool:
    path, _, function = test.removeprefix("tests/").partition("::")
    function = function.partition("[")[0]
    return any(place in places for place in (path, path.partition("/")[0], f"{path}::{function}"))
