/** The function that makes the usual decision: a step of the schema, which never changes once released. */
export const decideQuickly = `
-- Makes the usual decision in one call: of one's own, with nothing to take back, about a company that no shared list of
-- the user's has and that is nobody's but itself. What it does is what src/server/state/sql/entries.ts does, under the
-- same locks. No row: it has done nothing, and the decision is another one's.
CREATE FUNCTION decide_quickly(
  the_team bigint, the_user bigint, the_entry bigint, into_list bigint, the_reason bigint, moment text, request text,
  request_hash text, known text
) RETURNS SETOF entry LANGUAGE plpgsql SET lock_timeout = '10s' AS $$
DECLARE
  was entry%ROWTYPE;
  company bigint;
  number bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1466527342, the_team::int);
  SELECT e.company_id INTO company FROM entry e
    WHERE e.team_id = the_team AND e.user_id = the_user AND e.id = the_entry;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(the_team::int, hashint8(company));
  SELECT * INTO was FROM entry e WHERE e.team_id = the_team AND e.user_id = the_user AND e.id = the_entry;
  IF NOT FOUND OR was.company_id <> company OR was.list = into_list
    OR EXISTS (SELECT 1 FROM idempotency_key k
      WHERE k.team_id = the_team AND k.user_id = the_user AND k.key = request)
    OR EXISTS (SELECT 1 FROM entry o JOIN smart_list l ON l.team_id = the_team AND l.id = o.smart_list_id
      WHERE o.team_id = the_team AND o.user_id = the_user AND o.company_id = company AND l.family > 0)
    OR EXISTS (SELECT 1 FROM settlement t WHERE t.team_id = the_team AND t.company_id = company)
    OR EXISTS (SELECT 1 FROM merge_note m WHERE m.team_id = the_team AND m.kept = company)
  THEN RETURN; END IF;
  INSERT INTO event (team_id, at, user_id, kind, company_id, entry_id, smart_list_id, from_list, to_list, reason, note,
    request_key, facts, note_id, audience)
  VALUES (the_team, moment, the_user, 'decided', company, the_entry, was.smart_list_id, was.list, into_list,
    the_reason, '', request, known, '', '')
  RETURNING seq INTO number;
  IF request <> '' THEN
    INSERT INTO idempotency_key (team_id, user_id, key, hash, entry_id, list, created_at)
    VALUES (the_team, the_user, request, request_hash, the_entry, into_list, moment);
  END IF;
  UPDATE entry e SET list = into_list, later = '', back = '', decided_at = moment, reason = the_reason,
    decision = CASE e.id WHEN the_entry THEN number ELSE 0 END,
    left_out = CASE WHEN e.left_out = 3 OR e.id = the_entry AND e.left_out > 3 THEN 0 ELSE e.left_out END
  WHERE e.team_id = the_team AND e.user_id = the_user AND e.company_id = company;
  RETURN QUERY SELECT * FROM entry e WHERE e.team_id = the_team AND e.id = the_entry;
END $$;
`;
