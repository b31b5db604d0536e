-- A trigger keeps the columns it reads. It reads the causes from now on, since it comes before what is generated.
DROP TRIGGER note_change ON bundles;--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "past_due_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "refunded_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "disputed_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "operator_held_since" timestamp with time zone;--> statement-breakpoint
UPDATE bundles SET
  past_due_since = CASE WHEN hold = 'past_due' THEN coalesce(hold_since, now()) END,
  refunded_since = CASE WHEN hold = 'refund' THEN coalesce(hold_since, now()) END,
  disputed_since = CASE WHEN hold = 'dispute' THEN coalesce(hold_since, now()) END,
  operator_held_since = CASE WHEN hold = 'operator' THEN coalesce(hold_since, now()) END
WHERE hold IS NOT NULL;--> statement-breakpoint
ALTER TABLE "bundles" DROP CONSTRAINT "bundles_hold";--> statement-breakpoint
ALTER TABLE "bundles" DROP COLUMN "hold";--> statement-breakpoint
ALTER TABLE "bundles" DROP COLUMN "hold_since";--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "hold" text GENERATED ALWAYS AS (case when operator_held_since is not null then 'operator' when disputed_since is not null then 'dispute' when refunded_since is not null then 'refund' when past_due_since is not null then 'past_due' end) STORED;--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "hold_since" timestamp with time zone GENERATED ALWAYS AS (coalesce(least(refunded_since, disputed_since, operator_held_since), past_due_since)) STORED;--> statement-breakpoint
CREATE TRIGGER note_change BEFORE UPDATE ON bundles FOR EACH ROW
  WHEN ((OLD.status, OLD.connection_id, OLD.past_due_since, OLD.refunded_since, OLD.disputed_since, OLD.operator_held_since)
    IS DISTINCT FROM
    (NEW.status, NEW.connection_id, NEW.past_due_since, NEW.refunded_since, NEW.disputed_since, NEW.operator_held_since))
  EXECUTE FUNCTION note_change();
