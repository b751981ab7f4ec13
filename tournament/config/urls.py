"""Every address of the site; each app lists its own."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("desk/", include("tournament.desk.urls")),
    path("sign-in/", include("django.contrib.auth.urls")),
]
