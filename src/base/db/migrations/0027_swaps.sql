ALTER TABLE "domains" ADD COLUMN "with_overlap" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "falling_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "fall_share" smallint;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "counts_for_id" text;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "swapped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD CONSTRAINT "mailboxes_counts_for_id_personas_id_fk" FOREIGN KEY ("counts_for_id") REFERENCES "public"."personas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "domains_falling" ON "domains" USING btree ("falling_since") WHERE "domains"."falling_since" is not null and "domains"."want" = 'run';