ALTER TABLE "health_days" ADD COLUMN "sent" integer;--> statement-breakpoint
ALTER TABLE "health_days" ADD COLUMN "bounced" integer;