-- Where a function's search path does not name it, the schema of temporary tables comes first: what runs as the owner, also where another
-- function calls it, must not find a table there that its caller made.
DO $$
DECLARE
  v_function regprocedure;
BEGIN
  FOR v_function IN
    SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND 'search_path=public' = ANY (proconfig)
      AND pg_has_role(current_user, proowner, 'USAGE')
  LOOP
    EXECUTE format('ALTER %s %s SET search_path = public, pg_temp',
      CASE (SELECT prokind FROM pg_proc WHERE oid = v_function) WHEN 'p' THEN 'PROCEDURE' ELSE 'FUNCTION' END, v_function);
  END LOOP;
END $$;
