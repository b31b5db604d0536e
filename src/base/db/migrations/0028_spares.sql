ALTER TABLE "domains" ADD COLUMN "spent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_reserve" boolean DEFAULT false NOT NULL;