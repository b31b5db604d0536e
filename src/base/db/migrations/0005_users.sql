CREATE TABLE "memberships" (
	"customer_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_customer_id_user_id_pk" PRIMARY KEY("customer_id","user_id"),
	CONSTRAINT "memberships_role" CHECK ("memberships"."role" in ('owner'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"one_time_password_at" timestamp with time zone,
	"password_hash_before_reset" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refresh_families" ADD COLUMN "user_id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_id" text;--> statement-breakpoint
-- Until now each customer was one person; who is erased already signs in no more.
INSERT INTO "users" ("id", "email", "name", "password_hash", "must_change_password", "one_time_password_at", "password_hash_before_reset", "created_at")
SELECT 'usr' || substr("id", 4), "email", "name", "password_hash", "must_change_password", "one_time_password_at", "password_hash_before_reset", "created_at"
FROM "customers" WHERE "erased_at" IS NULL;--> statement-breakpoint
INSERT INTO "memberships" ("customer_id", "user_id", "role", "created_at")
SELECT "id", 'usr' || substr("id", 4), 'owner', "created_at" FROM "customers" WHERE "erased_at" IS NULL;--> statement-breakpoint
DELETE FROM "refresh_families" WHERE "customer_id" NOT IN (SELECT "customer_id" FROM "memberships");--> statement-breakpoint
UPDATE "refresh_families" SET "user_id" = 'usr' || substr("customer_id", 4);--> statement-breakpoint
UPDATE "sessions" SET "user_id" = 'usr' || substr("customer_id", 4);--> statement-breakpoint
ALTER TABLE "refresh_families" ALTER COLUMN "user_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "user_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
ALTER TABLE "refresh_families" ADD CONSTRAINT "refresh_families_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refresh_families_user" ON "refresh_families" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "customers" DROP COLUMN "password_hash";--> statement-breakpoint
ALTER TABLE "customers" DROP COLUMN "must_change_password";--> statement-breakpoint
ALTER TABLE "customers" DROP COLUMN "one_time_password_at";--> statement-breakpoint
ALTER TABLE "customers" DROP COLUMN "password_hash_before_reset";