-- Billing that stops with a suspension was a hold of each order, which is one of its own cause now: those that began with it end.
UPDATE "bundles" SET "hold" = NULL, "hold_since" = NULL FROM "customers"
WHERE "customers"."id" = "bundles"."customer_id" AND "customers"."billing_stopped_at" IS NOT NULL
	AND "bundles"."status" = 'live' AND "bundles"."hold" = 'operator'
	AND "bundles"."hold_since" >= "customers"."billing_stopped_at" - interval '1 minute';
