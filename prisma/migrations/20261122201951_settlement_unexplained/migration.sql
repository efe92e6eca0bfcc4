-- What no cause explains is found by itself: an order may come out even and still hold such a part.
CREATE INDEX settlement_unexplained ON settlement (organization_id, local_day DESC, id DESC) WHERE unexplained_cents <> 0;
