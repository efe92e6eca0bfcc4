-- Called in many places. In SQL by 7 functions. Lower case without the accents of Portuguese: what a search compares.
CREATE OR REPLACE FUNCTION search_text(p text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT translate(lower(p), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn') $$;
