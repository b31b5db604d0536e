CREATE TABLE "probe_mailboxes" (
	"vendor" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"credentials" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "probe_mailboxes_vendor" CHECK ("probe_mailboxes"."vendor" in ('microsoft', 'google'))
);
