ALTER TABLE "staff_steps" DROP CONSTRAINT "staff_steps_kind";--> statement-breakpoint
ALTER TABLE "staff_steps" ADD CONSTRAINT "staff_steps_kind" CHECK ("staff_steps"."kind" in ('invitation', 'password', 'reset'));
