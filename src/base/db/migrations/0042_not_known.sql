ALTER TABLE "bulk_job_accounts" DROP CONSTRAINT "bulk_job_accounts_outcome";--> statement-breakpoint
ALTER TABLE "bulk_job_accounts" ADD CONSTRAINT "bulk_job_accounts_outcome" CHECK ("bulk_job_accounts"."outcome" in ('updated', 'unchanged', 'failed', 'unknown', 'skipped'));
