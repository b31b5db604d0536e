CREATE TABLE "connect_links" (
	"id" text PRIMARY KEY NOT NULL,
	"connection_id" text,
	"account_id" text,
	"customer_id" text,
	"domain_id" text,
	"link_hash" "bytea",
	"pass_hash" "bytea",
	"opened_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connect_links_link" UNIQUE("link_hash"),
	CONSTRAINT "connect_links_about_one" CHECK (("connect_links"."connection_id" is null) <> ("connect_links"."domain_id" is null) and ("connect_links"."domain_id" is null) = ("connect_links"."customer_id" is null))
);
--> statement-breakpoint
CREATE TABLE "sign_in_pictures" (
	"mailbox_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"png" "bytea" NOT NULL,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_in_pictures_mailbox_id_connection_id_pk" PRIMARY KEY("mailbox_id","connection_id")
);
--> statement-breakpoint
ALTER TABLE "mailbox_links" ADD COLUMN "connection" text;--> statement-breakpoint
ALTER TABLE "mailbox_links" ADD COLUMN "connection_reason" text;--> statement-breakpoint
ALTER TABLE "mailbox_links" ADD COLUMN "connection_cause" text;--> statement-breakpoint
ALTER TABLE "mailbox_links" ADD COLUMN "connection_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mailbox_links" ADD COLUMN "sign_in_token" text;--> statement-breakpoint
ALTER TABLE "mailbox_links" ADD COLUMN "sign_in_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mailbox_links" ADD COLUMN "sign_in_by" text;--> statement-breakpoint
ALTER TABLE "mailbox_links" ADD COLUMN "sign_in_session" text;--> statement-breakpoint
ALTER TABLE "mailbox_links" ADD COLUMN "sign_in_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mailbox_links" ADD COLUMN "sign_in_after" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "connect_links" ADD CONSTRAINT "connect_links_connection_id_tool_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."tool_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_links" ADD CONSTRAINT "connect_links_account_id_provider_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_links" ADD CONSTRAINT "connect_links_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_links" ADD CONSTRAINT "connect_links_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_pictures" ADD CONSTRAINT "sign_in_pictures_mailbox_id_mailboxes_id_fk" FOREIGN KEY ("mailbox_id") REFERENCES "public"."mailboxes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_pictures" ADD CONSTRAINT "sign_in_pictures_connection_id_tool_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."tool_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connect_links_customer" ON "connect_links" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "mailbox_links_sign_in" ON "mailbox_links" USING btree ("connection","created_at") WHERE "mailbox_links"."connection" <> 'connected';--> statement-breakpoint
ALTER TABLE "mailbox_links" ADD CONSTRAINT "mailbox_links_connection_state" CHECK ("mailbox_links"."connection" in ('wanted', 'signing_in', 'person', 'connected'));--> statement-breakpoint
ALTER TABLE "mailbox_links" ADD CONSTRAINT "mailbox_links_sign_in_by" CHECK ("mailbox_links"."sign_in_by" in ('browser', 'person'));--> statement-breakpoint
-- A date says less than the states that take its place.
UPDATE "mailbox_links" SET "connection" = 'connected', "connection_since" = "connected_at"
WHERE "connected_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "mailbox_links" DROP COLUMN "connected_at";
