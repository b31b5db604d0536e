CREATE TABLE "payment_accounts" (
	"mark" text PRIMARY KEY NOT NULL,
	"is_live" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_accounts_one" ON "payment_accounts" USING btree ((true));