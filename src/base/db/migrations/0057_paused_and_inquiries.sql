ALTER TABLE "disputes" DROP CONSTRAINT "disputes_outcome";--> statement-breakpoint
-- The generated columns are made of this one.
ALTER TABLE "bundles" ADD COLUMN "paused_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bundles" drop column "hold";--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "hold" text GENERATED ALWAYS AS (case when operator_held_since is not null then 'operator' when disputed_since is not null then 'dispute' when refunded_since is not null then 'refund' when paused_since is not null then 'paused' when past_due_since is not null then 'past_due' end) STORED;--> statement-breakpoint
ALTER TABLE "bundles" drop column "hold_since";--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "hold_since" timestamp with time zone GENERATED ALWAYS AS (coalesce(least(paused_since, refunded_since, disputed_since, operator_held_since), past_due_since)) STORED;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_outcome" CHECK ("disputes"."outcome" in ('inquiry', 'inquiry_closed', 'open', 'won', 'lost'));--> statement-breakpoint
-- As in 0000, with the new cause.
DROP TRIGGER note_change ON bundles;
--> statement-breakpoint
CREATE TRIGGER note_change BEFORE UPDATE ON bundles FOR EACH ROW
  WHEN ((OLD.status, OLD.connection_id, OLD.past_due_since, OLD.paused_since, OLD.refunded_since, OLD.disputed_since, OLD.operator_held_since)
    IS DISTINCT FROM
    (NEW.status, NEW.connection_id, NEW.past_due_since, NEW.paused_since, NEW.refunded_since, NEW.disputed_since, NEW.operator_held_since))
  EXECUTE FUNCTION note_change();
