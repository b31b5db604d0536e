ALTER TABLE "staff_steps" DROP CONSTRAINT "staff_steps_kind";--> statement-breakpoint
ALTER TABLE "staff_steps" ADD CONSTRAINT "staff_steps_kind" CHECK ("staff_steps"."kind" in ('invitation', 'password', 'reset'));--> statement-breakpoint
ALTER TABLE "refresh_families" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "refresh_families" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "refresh_families" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "refresh_families" ADD COLUMN "confirmed_at" timestamp with time zone;
