ALTER TABLE "domains" ADD COLUMN "with_overlap" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "falling_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "fall_share" smallint;--> statement-breakpoint
CREATE INDEX "domains_falling" ON "domains" USING btree ("falling_since") WHERE "domains"."falling_since" is not null and "domains"."want" = 'run';