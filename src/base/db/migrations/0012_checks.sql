CREATE TABLE "checks_looks" (
	"id" integer PRIMARY KEY NOT NULL,
	"looked_at" timestamp with time zone NOT NULL,
	"looked_by" text NOT NULL,
	"findings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mailbox_links_token" ON "mailbox_links" USING btree ("sign_in_token") WHERE "mailbox_links"."sign_in_token" is not null;