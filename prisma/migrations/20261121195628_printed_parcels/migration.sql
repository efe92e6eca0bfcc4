-- Parcels whose label was printed here lately: of a long history almost none.
CREATE INDEX package_printed ON package (organization_id, printed_at) WHERE printed_at IS NOT NULL;
