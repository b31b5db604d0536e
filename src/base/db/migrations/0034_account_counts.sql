-- A name's row that was erased and made again while its lock was waited for is another row, which that wait has not
-- locked: whoever moved it meanwhile counted without what is being added. So rows are locked until all that there are are.
CREATE OR REPLACE FUNCTION count_placed_mailboxes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed_names text[];
DECLARE changes int[];
DECLARE locked int;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(name), array_agg(change) INTO changed_names, changes
    FROM (SELECT name, count(*)::int AS change FROM added WHERE want <> 'purged' GROUP BY name) c;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(name), array_agg(change) INTO changed_names, changes
    FROM (SELECT name, -count(*)::int AS change FROM removed WHERE want <> 'purged' GROUP BY name) c;
  ELSE
    SELECT array_agg(name), array_agg(change) INTO changed_names, changes
    FROM (
      SELECT name, sum(one)::int AS change FROM (
        SELECT name, 1 AS one FROM added WHERE want <> 'purged'
        UNION ALL SELECT name, -1 FROM removed WHERE want <> 'purged'
      ) each GROUP BY name HAVING sum(one) <> 0
    ) c;
  END IF;
  IF changed_names IS NULL THEN
    RETURN NULL;
  END IF;
  LOOP
    PERFORM FROM domain_names WHERE name = ANY (changed_names) ORDER BY name FOR NO KEY UPDATE;
    GET DIAGNOSTICS locked = ROW_COUNT;
    EXIT WHEN locked = (SELECT count(*) FROM domain_names WHERE name = ANY (changed_names));
  END LOOP;
  UPDATE provider_accounts a SET mailboxes = a.mailboxes + c.change
  FROM (
    SELECT n.provider_account_id AS id, sum(each.change)::int AS change
    FROM unnest(changed_names, changes) each(name, change) JOIN domain_names n USING (name)
    WHERE n.provider_account_id IS NOT NULL GROUP BY n.provider_account_id
  ) c
  WHERE a.id = c.id AND c.change <> 0;
  RETURN NULL;
END $$;
