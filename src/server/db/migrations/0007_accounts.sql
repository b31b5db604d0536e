ALTER TABLE "staff_steps" DROP CONSTRAINT "staff_steps_kind";--> statement-breakpoint
ALTER TABLE "staff_steps" ADD CONSTRAINT "staff_steps_kind" CHECK ("staff_steps"."kind" in ('invitation', 'password', 'reset'));
ALTER TABLE "staff_steps" RENAME TO "sign_in_steps";--> statement-breakpoint
ALTER TABLE "sign_in_steps" RENAME CONSTRAINT "staff_steps_pkey" TO "sign_in_steps_pkey";--> statement-breakpoint
ALTER TABLE "sign_in_steps" RENAME CONSTRAINT "staff_steps_user_id_users_id_fk" TO "sign_in_steps_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "sign_in_steps" DROP CONSTRAINT "staff_steps_kind";--> statement-breakpoint
ALTER TABLE "sign_in_steps" ADD CONSTRAINT "sign_in_steps_kind" CHECK ("sign_in_steps"."kind" in ('invitation', 'password', 'reset'));--> statement-breakpoint
ALTER INDEX "staff_steps_user" RENAME TO "sign_in_steps_user";--> statement-breakpoint
ALTER TABLE "refresh_families" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "refresh_families" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "refresh_families" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "refresh_families" ADD COLUMN "confirmed_at" timestamp with time zone;
