CREATE TABLE "bulk_fetch_accounts" (
	"fetch_id" text NOT NULL,
	"position" integer NOT NULL,
	"account" text NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "bulk_fetch_accounts_fetch_id_position_pk" PRIMARY KEY("fetch_id","position")
);
--> statement-breakpoint
ALTER TABLE "bulk_fetches" ALTER COLUMN "accounts" SET DEFAULT '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "bulk_fetches" ADD COLUMN "domains" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_fetches" ADD COLUMN "status" text DEFAULT 'loaded' NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_fetches" ADD COLUMN "credentials" text;--> statement-breakpoint
ALTER TABLE "bulk_fetches" ADD COLUMN "remember" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_fetches" ADD COLUMN "read" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_fetches" ADD COLUMN "found" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_fetches" ADD COLUMN "total" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_fetches" ADD COLUMN "message" text;--> statement-breakpoint
ALTER TABLE "bulk_fetches" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bulk_fetches" ADD COLUMN "worked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bulk_fetches" ADD COLUMN "wait_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bulk_fetches" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bulk_fetches" ADD COLUMN "pace" jsonb;--> statement-breakpoint
ALTER TABLE "bulk_fetch_accounts" ADD CONSTRAINT "bulk_fetch_accounts_fetch_id_bulk_fetches_id_fk" FOREIGN KEY ("fetch_id") REFERENCES "public"."bulk_fetches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_fetches_loading" ON "bulk_fetches" USING btree ("created_at") WHERE "bulk_fetches"."status" = 'loading';--> statement-breakpoint
ALTER TABLE "bulk_fetches" ADD CONSTRAINT "bulk_fetches_status" CHECK ("bulk_fetches"."status" in ('loading', 'loaded', 'cancelled', 'failed'));