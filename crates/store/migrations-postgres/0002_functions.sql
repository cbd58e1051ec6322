-- What has to be decided and written while an account is locked is a function, so that no lock is held while the
-- database waits for a copy, which may be paused or cut off. A function is never changed: another takes its place under
-- the next number, and it goes when no version that calls it is served any more.
--
-- Under READ COMMITTED each statement of a function sees what was committed before that statement, so what follows a
-- lock sees all that others did before they let it go.

-- The time by the database's clock, which all copies share.
CREATE FUNCTION milliseconds_now() RETURNS bigint LANGUAGE sql VOLATILE AS
$$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

-- What follows is in PL/pgSQL also where SQL would do: its plans outlive a transaction.

-- Locks accounts until the end of the transaction, always in the same order.
CREATE FUNCTION lock_accounts_1(wanted uuid[]) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM FROM accounts WHERE id = ANY (wanted) ORDER BY id FOR NO KEY UPDATE;
END $$;

-- Whether a copy holds its lease. To be asked once the accounts are locked: whoever finds it ended afterwards sees what
-- was written under it.
CREATE FUNCTION is_alive_1(copy bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN EXISTS (SELECT FROM copies WHERE id = copy AND lease_end > milliseconds_now());
END $$;

-- What is set aside of an account, or of one of its keys, and will count to these days: by requests in progress and for
-- documents.
CREATE FUNCTION set_aside_1(of_account uuid, of_key uuid, first_day bigint, last_day bigint) RETURNS numeric
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN coalesce((SELECT sum(reservations.characters) FROM reservations
                     JOIN copies ON copies.id = reservations.copy AND copies.lease_end > milliseconds_now()
                     WHERE account = of_account AND key = coalesce(of_key, key)
                         AND day BETWEEN first_day AND last_day), 0)
         + coalesce((SELECT sum(characters) FROM documents
                     WHERE account = of_account AND key = coalesce(of_key, key)
                         AND NOT billed AND outcome IS DISTINCT FROM 'failed'
                         AND created >= first_day * 86400000 AND created < (last_day + 1) * 86400000), 0);
END $$;

-- What is counted for an account, and for a key, on these days.
CREATE FUNCTION counted_1(of_account uuid, first_day bigint, last_day bigint) RETURNS numeric
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (SELECT coalesce(sum(characters), 0) FROM daily_account_usage
            WHERE account = of_account AND day BETWEEN first_day AND last_day);
END $$;
CREATE FUNCTION counted_of_key_1(of_key uuid, first_day bigint, last_day bigint) RETURNS numeric
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (SELECT coalesce(sum(characters), 0) FROM daily_usage
            WHERE key = of_key AND day BETWEEN first_day AND last_day);
END $$;

-- Keeps a notice unless there is one of this level or of a higher one for the key and period. It takes the place of one
-- of a lower level that nobody has begun to send.
CREATE FUNCTION add_notice_1(
    of_key uuid, first_day bigint, last_day bigint, level bigint, used numeric, key_limit bigint, at bigint
) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    IF EXISTS (SELECT FROM limit_notices
               WHERE key = of_key AND period_start = first_day AND percent >= level) THEN
        RETURN;
    END IF;
    UPDATE limit_notices SET due = NULL
    WHERE key = of_key AND period_start = first_day AND percent < level AND taken_by IS NULL;
    INSERT INTO limit_notices (key, period_start, period_end, percent, characters, character_limit, created, due)
    VALUES (of_key, first_day, last_day + 1, level, used, key_limit, at, at)
    ON CONFLICT DO NOTHING;
    PERFORM pg_notify('dragoman.notices', '');
END $$;

-- Keeps the notice that is due for what is counted for a key. The levels are the highest first, in per cent.
CREATE FUNCTION notice_of_count_1(of_key uuid, first_day bigint, last_day bigint, levels bigint[], at bigint)
RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    key_limit bigint;
    used      numeric;
    level     bigint;
BEGIN
    SELECT character_limit INTO key_limit FROM keys WHERE id = of_key;
    -- A limit of zero blocks a key on purpose.
    IF coalesce(key_limit, 0) = 0 THEN
        RETURN;
    END IF;
    used := counted_of_key_1(of_key, first_day, last_day);
    FOREACH level IN ARRAY levels LOOP
        IF used * 100 >= key_limit::numeric * level THEN
            PERFORM add_notice_1(of_key, first_day, last_day, level, used, key_limit, at);
            RETURN;
        END IF;
    END LOOP;
END $$;

-- Whether characters fit beside what is counted and set aside, with so many set aside already that are not to be looked
-- at: 'ok', 'account', 'key' or 'deactivated'. A refusal by the key's limit leaves a notice if the key has little left.
CREATE FUNCTION check_room_1(
    of_account uuid, of_key uuid, first_day bigint, last_day bigint, wanted numeric, besides numeric,
    levels bigint[], at bigint
) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    terms record;
    used  numeric;
BEGIN
    SELECT accounts.character_limit AS account_limit, keys.character_limit AS key_limit,
           keys.deactivated IS NULL AS is_active
    INTO terms
    FROM keys JOIN accounts ON accounts.id = keys.account
    WHERE keys.id = of_key AND accounts.id = of_account;
    IF terms.is_active IS NOT TRUE THEN
        RETURN 'deactivated';
    END IF;
    IF terms.account_limit IS NOT NULL
        AND counted_1(of_account, first_day, last_day) + set_aside_1(of_account, NULL, first_day, last_day)
            - besides + wanted > terms.account_limit
    THEN
        RETURN 'account';
    END IF;
    IF terms.key_limit IS NOT NULL THEN
        used := counted_of_key_1(of_key, first_day, last_day);
        IF used + set_aside_1(of_account, of_key, first_day, last_day) - besides + wanted > terms.key_limit THEN
            -- With much left it was the request that was large; if it would fit but for others in progress, those may
            -- yet fail.
            IF terms.key_limit > 0 AND used + wanted > terms.key_limit
                AND used * 100 >= terms.key_limit::numeric * levels[array_upper(levels, 1)]
            THEN
                PERFORM add_notice_1(of_key, first_day, last_day, levels[1], used, terms.key_limit, at);
            END IF;
            RETURN 'key';
        END IF;
    END IF;
    RETURN 'ok';
END $$;

-- Sets characters aside for requests, each under the limits that apply now: what `check_room_1` says to each, or NULL
-- if the copy has lost its lease. Requests of the same key, period and day stand together; where all of them fit, that
-- takes one look.
CREATE FUNCTION reserve_1(
    of_copy bigint, accounts_in uuid[], keys_in uuid[], first_days bigint[], last_days bigint[], days bigint[],
    characters_in bigint[], times bigint[], levels bigint[]
) RETURNS text[] LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    outcomes text[] := '{}';
    outcome  text;
    start    integer := 1;
    stop     integer;
    count    integer := cardinality(keys_in);
    wanted   numeric;
    accepted numeric;
BEGIN
    PERFORM lock_accounts_1(accounts_in);
    IF NOT is_alive_1(of_copy) THEN
        RETURN NULL;
    END IF;
    WHILE start <= count LOOP
        stop := start;
        wanted := characters_in[start];
        WHILE stop < count AND keys_in[stop + 1] = keys_in[start] AND days[stop + 1] = days[start]
            AND first_days[stop + 1] = first_days[start] AND last_days[stop + 1] = last_days[start]
        LOOP
            stop := stop + 1;
            wanted := wanted + characters_in[stop];
        END LOOP;
        accepted := 0;
        outcome := NULL;
        IF stop > start THEN
            outcome := check_room_1(accounts_in[start], keys_in[start], first_days[start], last_days[start],
                                    wanted, 0, '{}', times[start]);
        END IF;
        IF outcome IN ('ok', 'deactivated') THEN
            outcomes := outcomes || array_fill(outcome, ARRAY[stop - start + 1]);
            accepted := CASE outcome WHEN 'ok' THEN wanted ELSE 0 END;
        ELSE
            FOR i IN start..stop LOOP
                outcome := check_room_1(accounts_in[i], keys_in[i], first_days[i], last_days[i],
                                        characters_in[i], -accepted, levels, times[i]);
                IF outcome = 'ok' THEN
                    accepted := accepted + characters_in[i];
                END IF;
                outcomes := outcomes || outcome;
            END LOOP;
        END IF;
        IF accepted > 0 THEN
            INSERT INTO reservations AS kept (account, key, day, copy, characters)
            VALUES (accounts_in[start], keys_in[start], days[start], of_copy, accepted)
            ON CONFLICT (account, key, day, copy) DO UPDATE SET characters = kept.characters + excluded.characters;
        END IF;
        start := stop + 1;
    END LOOP;
    RETURN outcomes;
END $$;

-- Counts characters in sums by account, key, day and product, but for those of keys that are deactivated by now, which
-- it gives. The accounts are locked.
CREATE FUNCTION count_1(
    accounts_in uuid[], keys_in uuid[], days bigint[], products text[], characters_in bigint[]
) RETURNS uuid[] LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    deactivated_keys uuid[];
BEGIN
    SELECT coalesce(array_agg(id), '{}') INTO deactivated_keys
    FROM keys WHERE id = ANY (keys_in) AND deactivated IS NOT NULL;
    INSERT INTO daily_usage AS kept (account, day, key, product, characters)
    SELECT account, day, key, product, sum(characters)
    FROM unnest(accounts_in, days, keys_in, products, characters_in) AS new (account, day, key, product, characters)
    WHERE key <> ALL (deactivated_keys)
    GROUP BY account, day, key, product
    ON CONFLICT (account, day, key, product) DO UPDATE SET characters = kept.characters + excluded.characters;
    INSERT INTO daily_account_usage AS kept (account, day, characters)
    SELECT account, day, sum(characters)
    FROM unnest(accounts_in, days, keys_in, characters_in) AS new (account, day, key, characters)
    WHERE key <> ALL (deactivated_keys)
    GROUP BY account, day
    ON CONFLICT (account, day) DO UPDATE SET characters = kept.characters + excluded.characters;
    RETURN deactivated_keys;
END $$;

-- Counts characters under tags, as far as an account has room for another tag on that day: those that it had no room
-- for.
CREATE FUNCTION count_tags_1(
    accounts_in uuid[], days bigint[], tags text[], products text[], characters_in bigint[], most bigint
) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    new   record;
    known bigint;
    left_out bigint := 0;
BEGIN
    FOR new IN
        SELECT account, day, tag, product, sum(characters) AS characters
        FROM unnest(accounts_in, days, tags, products, characters_in) AS one (account, day, tag, product, characters)
        GROUP BY account, day, tag, product ORDER BY account, day
    LOOP
        IF NOT EXISTS (SELECT FROM tagged_usage WHERE account = new.account AND day = new.day AND tag = new.tag) THEN
            SELECT count(DISTINCT tag) INTO known FROM tagged_usage
            WHERE account = new.account AND day = new.day;
            IF known >= most THEN
                left_out := left_out + 1;
                CONTINUE;
            END IF;
        END IF;
        INSERT INTO tagged_usage AS kept (account, day, tag, product, characters)
        VALUES (new.account, new.day, new.tag, new.product, new.characters)
        ON CONFLICT (account, day, tag, product) DO UPDATE SET characters = kept.characters + excluded.characters;
    END LOOP;
    RETURN left_out;
END $$;

-- Counts what a copy's requests have set aside, and gives back what others of them had: the keys that are deactivated by
-- now, whose characters are given back and not counted; NULL, and nothing is done, if the copy has lost its lease or has
-- not set so much aside. The sums to count and those to give back are by account, key and day. `batch` numbers the calls
-- of a copy.
CREATE FUNCTION settle_1(
    of_copy bigint, batch bigint,
    accounts_in uuid[], keys_in uuid[], days bigint[], products text[], characters_in bigint[],
    first_days bigint[], last_days bigint[], times bigint[],
    tag_accounts uuid[], tag_keys uuid[], tag_days bigint[], tags text[], tag_products text[], tag_characters bigint[],
    back_accounts uuid[], back_keys uuid[], back_days bigint[], back_characters bigint[],
    levels bigint[], most_tags bigint
) RETURNS uuid[] LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    deactivated_keys uuid[];
    expected bigint;
    changed  bigint;
    one      record;
    left_out bigint;
BEGIN
    PERFORM lock_accounts_1(accounts_in || back_accounts);
    UPDATE copies SET last_batch = batch WHERE id = of_copy AND lease_end > milliseconds_now();
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    WITH ended AS (
        SELECT account, key, day, sum(characters) AS characters
        FROM (SELECT * FROM unnest(accounts_in, keys_in, days, characters_in)
              UNION ALL SELECT * FROM unnest(back_accounts, back_keys, back_days, back_characters))
            AS one (account, key, day, characters)
        GROUP BY account, key, day HAVING sum(characters) > 0
    ), given_back AS (
        UPDATE reservations SET characters = reservations.characters - ended.characters
        FROM ended
        WHERE reservations.account = ended.account AND reservations.key = ended.key
            AND reservations.day = ended.day AND reservations.copy = of_copy
            AND reservations.characters >= ended.characters
        RETURNING 1
    )
    SELECT (SELECT count(*) FROM ended), (SELECT count(*) FROM given_back)
    INTO expected, changed;
    IF changed <> expected THEN
        RAISE EXCEPTION 'what this copy has set aside is not there' USING ERRCODE = 'DR001';
    END IF;
    deactivated_keys := count_1(accounts_in, keys_in, days, products, characters_in);
    IF cardinality(tags) > 0 THEN
        SELECT count_tags_1(array_agg(account), array_agg(day), array_agg(tag), array_agg(product),
                            array_agg(characters), most_tags)
        INTO left_out
        FROM unnest(tag_accounts, tag_keys, tag_days, tags, tag_products, tag_characters)
            AS one (account, key, day, tag, product, characters)
        WHERE key <> ALL (deactivated_keys);
        IF left_out > 0 THEN
            RAISE WARNING 'an account has as many reporting tags today as may be; what has others is counted without them';
        END IF;
    END IF;
    FOR one IN
        SELECT key, first_day, last_day, max(at) AS at
        FROM unnest(keys_in, first_days, last_days, times) AS counted (key, first_day, last_day, at)
        WHERE key <> ALL (deactivated_keys)
        GROUP BY key, first_day, last_day
    LOOP
        PERFORM notice_of_count_1(one.key, one.first_day, one.last_day, levels, one.at);
    END LOOP;
    RETURN deactivated_keys;
END $$;

-- Gives back up to so many of the unfetched characters that a document has taken.
CREATE FUNCTION give_back_unfetched_1(document uuid, most bigint) RETURNS void LANGUAGE sql VOLATILE AS $$
    UPDATE unfetched_characters
    SET characters = greatest(0, unfetched_characters.characters - least(most, given.unfetched))
    FROM (SELECT key, created / 86400000 AS day, unfetched FROM documents WHERE id = document) AS given
    WHERE unfetched_characters.key = given.key AND unfetched_characters.day = given.day
$$;

-- Counts what is set aside for a document and notes on it that it is: 'ok', 'deactivated', or 'gone' if it is not there,
-- not translated or counted already. The same attempt may ask again, and gets the same answer.
CREATE FUNCTION settle_document_1(
    document uuid, attempt bigint, first_day bigint, last_day bigint, levels bigint[]
) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    found_document record;
BEGIN
    PERFORM lock_accounts_1(ARRAY(SELECT account FROM documents WHERE id = document));
    SELECT account, key, created, characters, billed, billing, outcome INTO found_document
    FROM documents WHERE id = document FOR UPDATE;
    IF found_document.outcome IS DISTINCT FROM 'translated' THEN
        RETURN 'gone';
    END IF;
    IF found_document.billed THEN
        RETURN CASE WHEN found_document.billing = attempt THEN 'ok' ELSE 'gone' END;
    END IF;
    IF cardinality(count_1(ARRAY[found_document.account], ARRAY[found_document.key],
                           ARRAY[found_document.created / 86400000], ARRAY['document_translation'],
                           ARRAY[found_document.characters])) > 0 THEN
        RETURN 'deactivated';
    END IF;
    UPDATE documents SET billed = true, billing = attempt WHERE id = document;
    PERFORM give_back_unfetched_1(document, 9223372036854775807);
    PERFORM notice_of_count_1(found_document.key, first_day, last_day, levels, found_document.created);
    RETURN 'ok';
END $$;

-- Sets another number of characters aside for a document that has not ended: what `check_room_1` says. Less always fits,
-- and a document that has ended or is not there stays as it is.
CREATE FUNCTION adjust_document_1(
    document uuid, wanted bigint, first_day bigint, last_day bigint, levels bigint[]
) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    found_document record;
    outcome text := 'ok';
BEGIN
    PERFORM lock_accounts_1(ARRAY(SELECT account FROM documents WHERE id = document));
    SELECT account, key, created, characters INTO found_document
    FROM documents WHERE id = document AND documents.outcome IS NULL FOR UPDATE;
    IF NOT FOUND THEN
        RETURN 'ok';
    END IF;
    IF wanted > found_document.characters THEN
        outcome := check_room_1(found_document.account, found_document.key, first_day, last_day, wanted,
                                found_document.characters, levels, found_document.created);
    END IF;
    IF outcome = 'ok' THEN
        UPDATE documents SET characters = wanted WHERE id = document;
    END IF;
    RETURN outcome;
END $$;

-- Leases the next document to work on. Whose turn it is, and how many documents of a key may be worked on at a time: see
-- `claim_document` of the port. One asks at a time, so that nobody gets more than their share. `at` is the time if the
-- database's clock does not count.
CREATE FUNCTION claim_document_1(token bigint, at bigint, duration bigint, workers bigint)
RETURNS SETOF documents LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    now_at  bigint;
    at_work bigint;
    free    bigint;
    one     record;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('dragoman'), hashtext('claim'));
    now_at := coalesce(at, milliseconds_now());
    SELECT count(*) INTO at_work FROM documents WHERE outcome IS NULL AND lease_end > now_at;
    -- Who asks has nothing to do, whatever leases there are.
    free := greatest(workers - at_work, 1);
    FOR one IN
        SELECT waiting.key, waiting.held FROM
            (SELECT key, count(*) FILTER (WHERE lease_end > now_at) AS held,
                    min(created) FILTER (WHERE lease_end IS NULL OR lease_end <= now_at) AS oldest
             FROM documents
             WHERE outcome IS NULL AND (expires > now_at OR lease_end > now_at)
             GROUP BY key) AS waiting
        LEFT JOIN document_turns ON document_turns.key = waiting.key
        WHERE waiting.oldest IS NOT NULL
        ORDER BY waiting.held, document_turns.turn NULLS FIRST, waiting.oldest
    LOOP
        -- One worker cannot be shared but in turns.
        CONTINUE WHEN workers > 1 AND one.held > 0 AND one.held + 1 > free - 1;
        RETURN QUERY
            UPDATE documents
            SET lease_token = token, lease_start = now_at, lease_end = now_at + duration, attempts = attempts + 1,
                translated = 0, to_translate = 0
            WHERE number =
                (SELECT number FROM documents
                 WHERE key = one.key AND outcome IS NULL AND expires > now_at
                     AND (lease_end IS NULL OR lease_end <= now_at)
                 ORDER BY attempts, created, number LIMIT 1
                 FOR UPDATE SKIP LOCKED)
            RETURNING documents.*;
        IF FOUND THEN
            INSERT INTO document_turns (key, turn) VALUES (one.key, nextval('document_turn_numbers'))
            ON CONFLICT (key) DO UPDATE SET turn = excluded.turn;
            RETURN;
        END IF;
    END LOOP;
END $$;
