-- It had come to be list_organization_ids() word for word.
DROP FUNCTION list_organizations_with_expired();
