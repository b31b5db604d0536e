CREATE TABLE "account_alerts" (
	"account_id" text NOT NULL,
	"alert_id" text NOT NULL,
	"type" text NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"address" text,
	"data" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"is_closed" boolean NOT NULL,
	CONSTRAINT "account_alerts_pkey" PRIMARY KEY("account_id","alert_id")
);
--> statement-breakpoint
CREATE TABLE "alert_watches" (
	"account_id" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"said_at" timestamp with time zone,
	"heard_at" timestamp with time zone,
	"is_forbidden" boolean DEFAULT false NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "postmaster_sign_ins" (
	"id" text PRIMARY KEY NOT NULL,
	"credentials" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "health_days" ADD COLUMN "sent" integer;--> statement-breakpoint
ALTER TABLE "health_days" ADD COLUMN "bounced" integer;--> statement-breakpoint
ALTER TABLE "account_alerts" ADD CONSTRAINT "account_alerts_account_id_provider_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_watches" ADD CONSTRAINT "alert_watches_account_id_provider_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_alerts_at" ON "account_alerts" USING btree ("at");