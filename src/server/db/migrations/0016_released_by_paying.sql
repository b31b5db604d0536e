CREATE TABLE "disputes" (
	"stripe_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"payment_intent_id" text,
	"outcome" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_subscription_id_stripe_id_pk" PRIMARY KEY("subscription_id","stripe_id"),
	CONSTRAINT "disputes_outcome" CHECK ("disputes"."outcome" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_kind";--> statement-breakpoint
ALTER TABLE "domain_names" ADD COLUMN "expiry_told_for" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_subscription_id_subscriptions_stripe_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("stripe_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_kind" CHECK ("checkouts"."kind" in ('order', 'reinstate', 'replace', 'release'));--> statement-breakpoint
-- Those that are known already, with what was noted of each last.
INSERT INTO "disputes" ("stripe_id", "subscription_id", "outcome")
SELECT split_part(noted.data ->> 'key', ':', 1), noted.subject, (array_agg(noted.data ->> 'outcome' ORDER BY noted.id DESC))[1]
FROM "audit_log" noted JOIN "subscriptions" ON "subscriptions"."stripe_id" = noted.subject
WHERE noted.action IN ('payment.disputed', 'payment.dispute_decided') AND noted.data ->> 'outcome' IN ('open', 'won', 'lost')
GROUP BY 1, 2;
