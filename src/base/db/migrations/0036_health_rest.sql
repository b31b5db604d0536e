ALTER TABLE "alert_watches" ADD COLUMN "unheard_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "end_told_for" timestamp with time zone;