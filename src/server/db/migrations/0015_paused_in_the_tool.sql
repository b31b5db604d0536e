ALTER TABLE "mailbox_links" ADD COLUMN "before_pause" jsonb;--> statement-breakpoint
ALTER TABLE "mailbox_links" ADD COLUMN "paused_at" timestamp with time zone;