-- Called in many places. Time-ordered ids (UUID version 7) for rows that the database makes; servers before 18 have no uuidv7().
CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid
LANGUAGE sql PARALLEL SAFE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;
