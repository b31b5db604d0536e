ALTER TABLE "outbox" ADD COLUMN "about" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "about_count" integer DEFAULT 0 NOT NULL;