CREATE TABLE "failed_deliveries" (
	"domain_id" text NOT NULL,
	"mark" text NOT NULL,
	"receiver" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"tries" smallint DEFAULT 0 NOT NULL,
	"code" text,
	CONSTRAINT "failed_deliveries_pkey" PRIMARY KEY("domain_id","mark")
);
--> statement-breakpoint
ALTER TABLE "failed_deliveries" ADD CONSTRAINT "failed_deliveries_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "failed_deliveries_at" ON "failed_deliveries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "failed_deliveries_of_tenant" ON "failed_deliveries" USING btree ("domain_id") WHERE "failed_deliveries"."code" in ('5.7.705', '5.7.708');