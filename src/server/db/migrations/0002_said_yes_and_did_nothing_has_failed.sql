-- `unchanged` used to be an account whose tool said yes and did nothing; it is one now that had the values already.
UPDATE "bulk_job_accounts" SET "outcome" = 'failed' WHERE "outcome" = 'unchanged';
